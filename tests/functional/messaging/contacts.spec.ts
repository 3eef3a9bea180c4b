import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { actAsSystem } from '#kernel/acting/main'
import { Department, type User } from '#plugins/identity/main'
import { keptToDepartments } from '../../helpers/messaging/kept_to_departments.js'
import { freshName, makeOperator } from '../../helpers/accounts.js'
import { callsOf, groupOf } from '../../helpers/messaging/calls.js'
import { eventually, online, person, text, type Person } from '../../helpers/messaging/people.js'

const of = (client: ApiClient, { token }: Pick<Person, 'token'>) => ({
  block: (id: number) => client.put(`/app/im/blocks/${id}`).bearerToken(token),
  unblock: (id: number) => client.delete(`/app/im/blocks/${id}`).bearerToken(token),
  list: async () => (await client.get('/app/im/blocks').bearerToken(token)).body().data,
  contacts: async (keyword: string) =>
    (await client.get('/app/im/contacts').qs({ keyword }).bearerToken(token)).body().data,
})

test.group('Messaging | people by id', () => {
  test('name contacts and who was ever in a conversation with one, and nobody else', async ({
    client,
    assert,
    cleanup,
  }) => {
    const [ann, bob, cy] = [await person(), await person(), await person()]
    const id = await groupOf(client, ann, [bob])
    await callsOf(client, ann).delete(`conversations/${id}/members/${bob.user.id}`)
    const all = [ann, bob, cy].map(({ user }) => user.id)
    const named = async () => {
      const people = await callsOf(client, ann).get('people', { ids: all.join(',') })
      return people.map((one: { id: number }) => one.id)
    }
    assert.sameMembers(await named(), all)
    cleanup(await keptToDepartments())
    assert.sameMembers(await named(), [ann.user.id, bob.user.id])
  })
})

test.group('Messaging | people who are blocked', () => {
  test('write no direct messages any more, and are answered as if there were no contact', async ({
    client,
    assert,
  }) => {
    const [ann, bob] = [await online(), await online()]
    const { conversationId } = await bob.peer.ask(text('hello', { to: ann.user.id }))
    const own = of(client, ann)
    for (const _ of [1, 2]) (await own.block(bob.user.id)).assertStatus(200)
    const listed = await own.list()
    assert.containsSubset(listed, { total: 1, items: [{ userId: bob.user.id }] })
    assert.equal(listed.items[0].person.username, bob.user.username)

    const reasons = async () => [
      (await bob.peer.ask(text('no', { to: ann.user.id }))).reason,
      (await bob.peer.ask(text('no', { conversationId }))).reason,
    ]
    await eventually(async () => (await reasons()).every((reason) => reason === 'E_RECEIVER'))
    assert.deepEqual(await of(client, bob).contacts(ann.user.username), [])
    assert.lengthOf(await own.contacts(bob.user.username), 1)
    assert.equal((await ann.peer.ask(text('still mine', { conversationId }))).type, 'ack')

    for (const _ of [1, 2]) (await own.unblock(bob.user.id)).assertStatus(200)
    await eventually(
      async () => (await bob.peer.ask(text('again', { conversationId }))).type === 'ack'
    )
    assert.equal((await own.list()).total, 0)
  })

  test('see no presence, now or when it changes', async ({ client, assert }) => {
    const [ann, bob] = [await online(), await online()]
    const asked = async () => {
      const { users } = await bob.peer.ask({
        ...{ type: 'presence', userIds: [ann.user.id], watch: true },
      })
      return users[0]
    }
    await eventually(async () => (await asked()).online)
    ;(await of(client, ann).block(bob.user.id)).assertStatus(200)
    await eventually(async () => !(await asked()).online)
    assert.isNull((await asked()).lastSeen)
    const told = bob.peer.ofType('presence').filter(({ id }) => id === undefined).length
    await ann.peer.close()
    await online()
    assert.isFalse((await asked()).online)
    assert.lengthOf(
      bob.peer.ofType('presence').filter(({ id }) => id === undefined),
      told
    )
  })

  test('bring into no group whoever blocks them, and are answered as if they were away', async ({
    client,
    assert,
  }) => {
    const [ann, bob, cy] = [await person(), await person(), await person()]
    const gone = await makeOperator({ status: 'disabled' })
    const shared = await groupOf(client, bob, [ann])
    const id = await groupOf(client, bob)
    ;(await of(client, ann).block(bob.user.id)).assertStatus(200)
    const asked = (path: string, body: object) =>
      client.post(`/app/im/${path}`).bearerToken(bob.token).json(body)
    const found = (memberIds: number[]) => asked('conversations', { name: 'G', memberIds })
    const add = (to: number, userIds: number[]) => asked(`conversations/${to}/members`, { userIds })
    for (const way of [found, (userIds: number[]) => add(id, userIds)]) {
      const [refused, away] = [await way([ann.user.id]), await way([gone.id])]
      refused.assertStatus(400)
      assert.equal(refused.body().data.reason, 'E_MEMBER')
      assert.equal(refused.body().message, away.body().message)
    }
    ;(await add(shared, [ann.user.id, cy.user.id])).assertStatus(200)
    await groupOf(client, ann, [bob])
    ;(await of(client, ann).unblock(bob.user.id)).assertStatus(200)
    ;(await add(id, [ann.user.id])).assertStatus(200)
  })
})

async function department(): Promise<number> {
  const name = freshName('department')
  const values = { name, parentId: null, sort: 0, status: 'enabled' as const }
  return (await actAsSystem('test', () => Department.create(values))).id
}

async function namesFor(client: ApiClient, user: User, query: object): Promise<string[]> {
  const answer = await client.get('/app/im/contacts').qs(query).loginAs(user)
  answer.assertStatus(200)
  return answer.body().data.map(({ nickname }: { nickname: string }) => nickname)
}

test.group('Messaging | contacts', () => {
  test('name whom one may write to, and neither oneself nor who is disabled', async ({
    client,
    assert,
  }) => {
    const family = freshName('family')
    const named = (name: string) => ({ username: freshName(name), nickname: `${name} ${family}` })
    const ann = await makeOperator(named('Ann'))
    await makeOperator(named('Carl'))
    await makeOperator(named('Bob'))
    await makeOperator({ ...named('Dora'), status: 'disabled' })

    const all = await namesFor(client, ann, { keyword: family })
    assert.deepEqual(all, [`Bob ${family}`, `Carl ${family}`])
    const first = await namesFor(client, ann, { keyword: family.toUpperCase(), limit: 1 })
    assert.deepEqual(first, [`Bob ${family}`])
    assert.deepEqual(await namesFor(client, ann, { keyword: `${family}%` }), [])
  })

  test('name nobody whom the rule keeps one from', async ({ client, assert, cleanup }) => {
    cleanup(await keptToDepartments())
    const family = freshName('family')
    const [here, there] = [await department(), await department()]
    const at = (name: string, departmentId: number) =>
      makeOperator({ username: freshName(name), nickname: `${name} ${family}`, departmentId })
    const [ann] = [await at('Ann', here), await at('Bob', here), await at('Eve', there)]
    assert.deepEqual(await namesFor(client, ann, { keyword: family }), [`Bob ${family}`])
  })
})
