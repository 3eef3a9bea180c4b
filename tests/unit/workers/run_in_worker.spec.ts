import { test } from '@japa/runner'
import { actAsOperator, everything } from '#kernel/acting/main'
import { E_THREAD_LIMIT, runInWorker, scriptBeside } from '#kernel/workers/main'

const SCRIPT = scriptBeside(import.meta.url, 'echo_task')
const LIMITS = { seconds: 30, megabytes: 128 }
const HELLO = { text: 'hello' }
const ANN = { id: 1, username: 'ann', nickname: 'Ann', departmentId: null, sessionId: null }

test.group('Workers | tasks in threads', () => {
  test('end one that takes too long, and go on with the next', async ({ assert }) => {
    const endless = runInWorker(SCRIPT, 'forever', { ...LIMITS, seconds: 1 })
    await assert.rejects(() => endless, E_THREAD_LIMIT)
    assert.deepEqual(await runInWorker(SCRIPT, HELLO, LIMITS), HELLO)
  })

  test('end one whose client disconnects', async ({ assert }) => {
    const client = new AbortController()
    const acting = { operator: ANN, permission: null, reach: everything, roles: [] }
    const endless = actAsOperator({ ...acting, abortSignal: () => client.signal }, () =>
      runInWorker(SCRIPT, 'forever', LIMITS)
    )
    client.abort(new Error('gone'))
    await assert.rejects(() => endless, 'gone')
    assert.deepEqual(await runInWorker(SCRIPT, HELLO, LIMITS), HELLO)
  })

  test('reject with the message of what failed', async ({ assert }) => {
    await assert.rejects(() => runInWorker(SCRIPT, 'fail', LIMITS), 'on purpose')
  })
})
