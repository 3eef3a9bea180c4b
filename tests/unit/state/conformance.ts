import { test } from '@japa/runner'
import { eventually } from './eventually.js'
import { suite, unique, type Start } from './pair.js'
import { rateConformance } from './rate_conformance.js'
import { slotConformance } from './slot_conformance.js'
import { presenceConformance, storeConformance } from './store_conformance.js'

/** What every implementation of the shared state must do. */
export function conformance(name: string, start: Start): void {
  storeConformance(name, start)
  presenceConformance(name, start)
  slotConformance(name, start)
  busConformance(name, start)
  lockConformance(name, start)
  versionConformance(name, start)
  rateConformance(name, start)
}

function busConformance(name: string, start: Start) {
  suite(`State on ${name} | bus`, start, (pair) => {
    test('carry a message to every node, the publishing one included', async ({ assert }) => {
      const [channel, heard] = [unique(), [] as unknown[]]
      await pair().here.bus.subscribe(channel, (payload) => void heard.push(payload))
      await pair().there.bus.subscribe(channel, (payload) => void heard.push(payload))
      await pair().here.bus.publish(channel, { id: 1, text: 'ä' })
      await eventually(() => heard.length === 2)
      assert.deepEqual(heard, [
        { id: 1, text: 'ä' },
        { id: 1, text: 'ä' },
      ])
      assert.isTrue(pair().here.bus.connected)
    })

    test('keep the order of one publisher', async ({ assert }) => {
      const [channel, heard] = [unique(), [] as unknown[]]
      await pair().there.bus.subscribe(channel, (payload) => void heard.push(payload))
      await Promise.all(
        Array.from({ length: 50 }, (_, index) => pair().here.bus.publish(channel, index))
      )
      await eventually(() => heard.length === 50)
      assert.deepEqual(
        heard,
        Array.from({ length: 50 }, (_, index) => index)
      )
    })

    test('stop at the end of a subscription', async ({ assert }) => {
      const [channel, heard] = [unique(), [] as string[]]
      const stop = await pair().there.bus.subscribe(channel, () => void heard.push('stopped'))
      await pair().there.bus.subscribe(channel, () => void heard.push('going on'))
      await stop()
      await pair().here.bus.publish(channel, null)
      await eventually(() => heard.length === 1)
      assert.deepEqual(heard, ['going on'])
    })

    test('not let a handler that fails disturb the others', async () => {
      const [channel, heard] = [unique(), [] as unknown[]]
      await pair().there.bus.subscribe(channel, () => {
        throw new Error('on purpose')
      })
      await pair().there.bus.subscribe(channel, () => void heard.push(1))
      await pair().here.bus.publish(channel, null)
      await eventually(() => heard.length === 1)
    })
  })
}

function lockConformance(name: string, start: Start) {
  suite(`State on ${name} | locks`, start, (pair) => {
    test('never let two in at once', async ({ assert }) => {
      const key = unique()
      let [inside, most, done] = [0, 0, 0]
      const work = async () => {
        most = Math.max(most, ++inside)
        await pair().here.store.get(key)
        inside--
        done++
      }
      const options = { ttlMs: 120_000, waitMs: 60_000 }
      const tries = Array.from({ length: 12 }, (_, index) =>
        (index % 2 ? pair().here : pair().there).locks.run(key, options, work)
      )
      await Promise.all(tries)
      assert.deepEqual([most, done], [1, 12])
    })

    test('refuse who would have to wait too long', async ({ assert }) => {
      const key = unique()
      const options = { ttlMs: 10_000, waitMs: 0 }
      await pair().here.locks.run(key, options, async () => {
        const other = pair().there.locks.run(key, options, async () => 'never')
        await assert.rejects(
          () => other,
          'Somebody else is at this right now, please try again later'
        )
      })
      assert.equal(await pair().there.locks.run(key, options, async () => 'free'), 'free')
    })

    test('free the lock of work that fails, and pass its error on', async ({ assert }) => {
      const key = unique()
      const options = { ttlMs: 10_000, waitMs: 0 }
      const failing = () =>
        pair().here.locks.run(key, options, async () => {
          throw new Error('on purpose')
        })
      await assert.rejects(failing, 'on purpose')
      assert.equal(await pair().there.locks.run(key, options, async () => 'free'), 'free')
    })
  })
}

function versionConformance(name: string, start: Start) {
  suite(`State on ${name} | versions`, start, (pair) => {
    test('keep the stamp of keys that nobody bumps', async ({ assert }) => {
      const keys = [unique(), unique()]
      const stamp = await pair().here.versions.read(keys)
      await pair().there.versions.bump(unique())
      assert.isString(stamp)
      assert.equal(await pair().here.versions.read(keys), stamp)
    })

    test('change the stamp on every node when any of the keys is bumped', async ({ assert }) => {
      const keys = [unique(), unique()]
      for (const key of keys) {
        const [here, there] = [
          await pair().here.versions.read(keys),
          await pair().there.versions.read(keys),
        ]
        await pair().there.versions.bump(key)
        assert.notEqual(await pair().here.versions.read(keys), here)
        assert.notEqual(await pair().there.versions.read(keys), there)
      }
    })

    test('make a different stamp with every bump, in one call and in many at once', async ({
      assert,
    }) => {
      const keys = Array.from({ length: 2500 }, unique)
      const stamps = new Set([await pair().here.versions.read([keys.at(-1)!])])
      await pair().here.versions.bump(...keys)
      stamps.add(await pair().here.versions.read([keys.at(-1)!]))
      await Promise.all(keys.slice(-20).map((key) => pair().here.versions.bump(key)))
      stamps.add(await pair().here.versions.read([keys.at(-1)!]))
      assert.equal(stamps.size, 3)
    })

    test('have bumped when the call is over, however many overlap', async ({ assert }) => {
      const keys = Array.from({ length: 30 }, unique)
      const outcomes = keys.map(async (key) => {
        const before = await pair().there.versions.read([key])
        await pair().here.versions.bump(key)
        return (await pair().there.versions.read([key])) !== before
      })
      assert.notInclude(await Promise.all(outcomes), false)
    })

    test('carry the same stamp through the gate', async ({ assert }) => {
      const keys = [unique(), unique()]
      const bucket = { key: unique(), perSecond: 10 }
      assert.equal(
        (await pair().here.gate.enter(bucket, keys)).stamp,
        await pair().here.versions.read(keys)
      )
      await pair().there.versions.bump(keys[1]!)
      assert.equal(
        (await pair().here.gate.enter(bucket, keys)).stamp,
        await pair().here.versions.read(keys)
      )
    })
  })
}
