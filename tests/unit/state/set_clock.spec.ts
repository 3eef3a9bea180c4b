import { setImmediate as nextTurn } from 'node:timers/promises'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { E_LOCK_BUSY } from '#kernel/state/errors'
import { Locks } from '#kernel/state/locks'
import { setClock } from '../../helpers/set_clock.js'

const HOUR_MS = 3_600_000

test.group('State | a clock that is set while the service runs', () => {
  const TIMES = { ttlMs: 60_000, waitMs: 50 }

  test('wait for a lock no longer than was said where it is set back', async ({
    assert,
    cleanup,
  }) => {
    const locks = await app.container.make(Locks)
    const { promise: held, resolve: free } = Promise.withResolvers<void>()
    const holding = locks.run('set-back', TIMES, () => held)
    const waiting = locks.run('set-back', TIMES, async () => 'was let in')
    await nextTurn()
    cleanup(setClock(-HOUR_MS))
    const tooLong = AbortSignal.timeout(30_000)
    tooLong.addEventListener('abort', () => free())
    await assert.rejects(() => waiting, new E_LOCK_BUSY().message)
    free()
    await holding
  })

  test('wait for a lock as long as was said where it is set forth', async ({ assert, cleanup }) => {
    const locks = await app.container.make(Locks)
    const { promise: held, resolve: free } = Promise.withResolvers<void>()
    const holding = locks.run('set-forth', TIMES, () => held)
    const waiting = locks.run('set-forth', { ...TIMES, waitMs: 60_000 }, async () => 'was let in')
    await nextTurn()
    cleanup(setClock(HOUR_MS))
    setTimeout(free, 100)
    assert.equal(await waiting, 'was let in')
    await holding
  })
})
