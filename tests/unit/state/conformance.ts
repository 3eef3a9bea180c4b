import { test } from '@japa/runner'
import { eventually } from './eventually.js'
import type { Node } from './node.js'

/** Two processes that share one state, or one process twice where it is alone. */
export interface Pair {
  here: Node
  there: Node
  close(): Promise<void>
}

type Start = () => Promise<Pair>

/** What every implementation of the shared state must do. */
export function conformance(name: string, start: Start): void {
  storeConformance(name, start)
  presenceConformance(name, start)
  busConformance(name, start)
  lockConformance(name, start)
  versionConformance(name, start)
}

function suite(title: string, start: Start, define: (pair: () => Pair) => void) {
  test.group(title, (group) => {
    let pair: Pair | undefined
    group.setup(async () => {
      pair = await start()
      return () => pair?.close()
    })
    define(() => pair!)
  })
}

let named = 0
const unique = () => `key-${process.pid}-${++named}`

function storeConformance(name: string, start: Start) {
  suite(`State on ${name} | store`, start, (pair) => {
    test('answer null for what was never set', async ({ assert }) => {
      assert.isNull(await pair().here.store.get(unique()))
      assert.isNull(await pair().here.store.take(unique()))
    })

    test('show every node what one has set', async ({ assert }) => {
      const key = unique()
      await pair().here.store.set(key, 'snow ☃', 60_000)
      assert.equal(await pair().there.store.get(key), 'snow ☃')
      await pair().there.store.delete(key)
      assert.isNull(await pair().here.store.get(key))
    })

    test('forget a value when its time is up', async () => {
      const key = unique()
      await pair().here.store.set(key, 'short', 30)
      await eventually(async () => (await pair().there.store.get(key)) === null)
    })

    test('add only where nothing is', async ({ assert }) => {
      const key = unique()
      const tries = Array.from({ length: 40 }, (_, index) =>
        (index % 2 ? pair().here : pair().there).store.add(key, String(index), 60_000)
      )
      assert.lengthOf((await Promise.all(tries)).filter(Boolean), 1)
    })

    test('add again once the first has ended', async () => {
      const key = unique()
      await pair().here.store.add(key, 'first', 20)
      await eventually(() => pair().there.store.add(key, 'second', 60_000))
    })

    test('give a value to exactly one of many that take it at once', async ({ assert }) => {
      const key = unique()
      await pair().here.store.set(key, 'ticket', 60_000)
      const tries = Array.from({ length: 40 }, (_, index) =>
        (index % 2 ? pair().here : pair().there).store.take(key)
      )
      const taken = (await Promise.all(tries)).filter((value) => value !== null)
      assert.deepEqual(taken, ['ticket'])
    })

    test('lose no increment of many at once', async ({ assert }) => {
      const key = unique()
      const tries = Array.from({ length: 200 }, (_, index) =>
        (index % 2 ? pair().here : pair().there).store.increment(key, 60_000)
      )
      const sums = await Promise.all(tries)
      assert.sameMembers(
        sums,
        Array.from({ length: 200 }, (_, index) => index + 1)
      )
    })

    test('count by what it is told, down too', async ({ assert }) => {
      const key = unique()
      assert.equal(await pair().here.store.increment(key, 60_000, 5), 5)
      assert.equal(await pair().there.store.increment(key, 60_000, -2), 3)
      assert.equal(await pair().here.store.get(key), '3')
    })

    test('end a counter by the time of its first increment', async () => {
      const key = unique()
      await pair().here.store.increment(key, 60)
      await eventually(async () => (await pair().here.store.increment(key, 60_000)) === 1)
    })
  })
}

function presenceConformance(name: string, start: Start) {
  suite(`State on ${name} | members`, start, (pair) => {
    test('list members of all nodes once each', async ({ assert }) => {
      const key = unique()
      await pair().here.store.addMember(key, 'a', 60_000)
      await pair().there.store.addMember(key, 'b', 60_000)
      await pair().there.store.addMember(key, 'a', 60_000)
      assert.sameMembers(await pair().here.store.members(key), ['a', 'b'])
    })

    test('let each member end by itself', async ({ assert }) => {
      const key = unique()
      await pair().here.store.addMember(key, 'stays', 60_000)
      await pair().here.store.addMember(key, 'goes', 30)
      await eventually(async () => (await pair().there.store.members(key)).length === 1)
      assert.deepEqual(await pair().here.store.members(key), ['stays'])
    })

    test('renew a member that is added again', async ({ assert }) => {
      const key = unique()
      await pair().here.store.addMember(key, 'witness', 30)
      await pair().here.store.addMember(key, 'renewed', 30)
      await pair().here.store.addMember(key, 'renewed', 60_000)
      await eventually(async () => !(await pair().here.store.members(key)).includes('witness'))
      assert.deepEqual(await pair().there.store.members(key), ['renewed'])
    })

    test('remove a member, and answer many sets in the order asked', async ({ assert }) => {
      const [first, second, empty] = [unique(), unique(), unique()]
      await pair().here.store.addMember(first, 'a', 60_000)
      await pair().here.store.addMember(second, 'b', 60_000)
      await pair().there.store.addMember(first, 'c', 60_000)
      await pair().here.store.removeMember(first, 'a')
      const all = await pair().there.store.membersOfMany([second, empty, first])
      assert.deepEqual(all, [['b'], [], ['c']])
      assert.deepEqual(await pair().there.store.membersOfMany([]), [])
    })
  })
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
      const options = { ttlMs: 10_000, waitMs: 8000 }
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

    test('let another in when the time is up, and leave its lock alone afterwards', async ({
      assert,
    }) => {
      const key = unique()
      const last = { ttlMs: 10_000, waitMs: 0 }
      let overtaken: Promise<void> | undefined
      let leave = () => {}
      await pair().here.locks.run(key, { ttlMs: 30, waitMs: 0 }, async () => {
        await new Promise<void>((entered) => {
          overtaken = pair().there.locks.run(key, { ttlMs: 10_000, waitMs: 8000 }, async () => {
            entered()
            await new Promise<void>((resolve) => (leave = resolve))
          })
        })
      })
      await assert.rejects(() => pair().here.locks.run(key, last, async () => null))
      leave()
      await overtaken
      assert.equal(await pair().here.locks.run(key, last, async () => 'free'), 'free')
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
