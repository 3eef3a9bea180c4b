import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { E_MIGRATION_WAITS, LockWaits } from '#kernel/plugins/migrating/lock_waits'
import { sentenceOf } from '#kernel/boot/main'

const refused = (code: string) => Object.assign(new Error('a lock was not to be had'), { code })

function waitsFor(patienceMs: number) {
  const said: string[] = []
  const warn = (_about: unknown, message: string) => void said.push(message)
  return { said, waits: new LockWaits(db.connection(), { warn } as never, patienceMs) }
}

test.group('Database | waiting for a lock', () => {
  test('ends the start with a sentence once it was long enough: {$self}')
    .with(['55P03', 'ER_LOCK_WAIT_TIMEOUT'])
    .run(async ({ assert }, code) => {
      const { said, waits } = waitsFor(0)
      waits.begin('a/migration')
      const error = await waits.withRetry(() => Promise.reject(refused(code))).catch((one) => one)
      assert.instanceOf(error, E_MIGRATION_WAITS)
      assert.match(
        sentenceOf(error)!,
        /^The migration a\/migration got no lock .*: wait for the end/
      )
      assert.isEmpty(said)
    })

  test('is none where a statement fails of something else', async ({ assert }) => {
    const { said, waits } = waitsFor(60_000)
    await assert.rejects(() => waits.withRetry(() => Promise.reject(refused('42P01'))))
    assert.isEmpty(said)
  })
})
