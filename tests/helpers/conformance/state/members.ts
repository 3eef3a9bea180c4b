import { test } from '@japa/runner'
import { eventually } from '../../eventually.js'
import { suite, unique, type StartPair } from './pair.js'

export function memberConformance(name: string, start: StartPair) {
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
