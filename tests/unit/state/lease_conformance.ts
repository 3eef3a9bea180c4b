import { once } from 'node:events'
import { test } from '@japa/runner'
import type { Hold } from '#kernel/state/locks'
import { VerrouLocks } from '#kernel/state/verrou_locks'
import { clock } from '#kernel/state/clock'
import type { Node } from './node.js'
import { suite, unique, type Start } from './pair.js'

const A_LONG_TIME_MS = 300_000
const BUSY = 'Somebody else is at this right now, please try again later'

/** What every lock must do of which the holder may be killed. */
export function leaseConformance(name: string, start: Start) {
  suite(`State on ${name} | leases of locks`, start, (pair) => {
    test('stand for a short time only, however long the work may take', async ({ assert }) => {
      const key = unique()
      const asked: number[] = []
      const { locks } = await lockingOf(pair().here, asked)
      await locks.run(key, { ttlMs: A_LONG_TIME_MS, waitMs: 0 }, async () => undefined)
      await locks.run(key, { ttlMs: 1_000, waitMs: 0 }, async () => undefined)
      assert.deepEqual(asked, [30_000, 1_000])
    })

    test('are renewed while the work runs', async ({ assert, cleanup }) => {
      cleanup(() => clock.restore())
      clock.stop()
      const key = unique()
      const asked: number[] = []
      const { locks, renewals } = await lockingOf(pair().here, asked, 3_000)
      await locks.run(key, { ttlMs: A_LONG_TIME_MS, waitMs: 0 }, async () => {
        clock.travel(2_000)
        await renewed(renewals)
        clock.travel(2_000)
        const other = pair().there.locks.run(key, { ttlMs: 1, waitMs: 0 }, async () => 'never')
        await assert.rejects(() => other, BUSY)
      })
      const options = { ttlMs: 10_000, waitMs: 0 }
      assert.equal(await pair().there.locks.run(key, options, async () => 'free'), 'free')
    })

    test('tell the holder that it was taken for gone', async ({ assert }) => {
      const key = unique()
      const { locks, take } = await lockingOf(pair().here)
      await locks.run(key, { ttlMs: A_LONG_TIME_MS, waitMs: 0 }, async (hold) => {
        await hold.assertHeld()
        await take(key)
        await assert.rejects(() => hold.assertHeld(), BUSY)
        await pair().there.locks.run(key, { ttlMs: 10_000, waitMs: 0 }, async () => {
          await assert.rejects(() => hold.assertHeld(), BUSY)
        })
        await assert.rejects(() => hold.assertHeld(), BUSY)
      })
    })

    test('end with the time of the work, which learns of it', async ({ assert, cleanup }) => {
      cleanup(() => clock.restore())
      const { locks } = await lockingOf(pair().here)
      const learn = async (hold: Hold) => {
        await hold.assertHeld()
        clock.travel(A_LONG_TIME_MS)
        await assert.rejects(() => hold.assertHeld(), BUSY)
      }
      await locks.run(unique(), { ttlMs: A_LONG_TIME_MS, waitMs: 0 }, learn)
    })
  })
}

/** The locks of a node as it makes them, with a shorter lease where that is asked for. */
async function lockingOf({ app, status }: Node, asked: number[] = [], leaseMs?: number) {
  const [manager, logger] = [
    await app.container.make('lock.manager'),
    await app.container.make('logger'),
  ]
  const renewals = new EventTarget()
  const createLock: typeof manager.createLock = (key, ttl) => {
    asked.push(Number(ttl))
    const lock = manager.createLock(key, ttl)
    const extend = lock.extend.bind(lock)
    lock.extend = async (duration) => {
      await extend(duration)
      renewals.dispatchEvent(new Event('renewed'))
    }
    return lock
  }
  const locks = new VerrouLocks({ createLock }, status, 'test:', logger, leaseMs)
  const take = (key: string) => manager.createLock(`test:lock:${key}`).forceRelease()
  return { locks, renewals, take }
}

function renewed(renewals: EventTarget) {
  return once(renewals, 'renewed', { signal: AbortSignal.timeout(60_000) })
}
