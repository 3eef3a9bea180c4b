import { test } from '@japa/runner'
import { suite, unique, type StartPair } from './pair.js'

export function versionConformance(name: string, start: StartPair) {
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

    test('carry the same stamp through the request limiter', async ({ assert }) => {
      const keys = [unique(), unique()]
      const bucket = { key: unique(), perSecond: 10 }
      assert.equal(
        (await pair().here.limiter.enter(bucket, keys)).stamp,
        await pair().here.versions.read(keys)
      )
      await pair().there.versions.bump(keys[1]!)
      assert.equal(
        (await pair().here.limiter.enter(bucket, keys)).stamp,
        await pair().here.versions.read(keys)
      )
    })
  })
}
