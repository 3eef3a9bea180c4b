import { test } from '@japa/runner'
import { withTimeout, TimeoutError } from '#kernel/errors/main'

const never = () => new Promise<never>(() => undefined)

test.group('Threads | in time', () => {
  test('hand on what comes in time, and what fails', async ({ assert }) => {
    assert.equal(await withTimeout(Promise.resolve('done'), 1_000), 'done')
    const failing = Promise.reject(new Error('on purpose'))
    await assert.rejects(() => withTimeout(failing, 1_000), 'on purpose')
  })

  test('wait no longer than was said, and tell so', async ({ assert, cleanup }) => {
    const alive = setInterval(() => undefined, 1_000)
    cleanup(() => clearInterval(alive))
    await assert.rejects(() => withTimeout(never(), 10), TimeoutError)
    const own = () => new Error('another reason')
    await assert.rejects(() => withTimeout(never(), 10, own), 'another reason')
  })
})
