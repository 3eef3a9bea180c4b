import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import db from '@adonisjs/lucid/services/db'
import { toStored } from '#kernel/database/main'
import { clock } from '#kernel/state/main'
import { makeOperator } from '../../helpers/accounts.js'
import { groupOf } from '../../helpers/messaging/calls.js'
import { saying } from '../../helpers/messaging/entries.js'
import { eventually, online, person, text, type Person } from '../../helpers/messaging/people.js'

const of = (client: ApiClient, { token }: Pick<Person, 'token'>) => ({
  block: (id: number) => client.put(`/app/im/blocks/${id}`).bearerToken(token),
  unblock: (id: number) => client.delete(`/app/im/blocks/${id}`).bearerToken(token),
  list: async () => (await client.get('/app/im/blocks').bearerToken(token)).body().data,
  contacts: async (keyword: string) =>
    (await client.get('/app/im/contacts').qs({ keyword }).bearerToken(token)).body().data,
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
    await Promise.all([ann.peer.close(), bob.peer.close()])
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
    const eve = await online()
    assert.isFalse((await asked()).online)
    assert.lengthOf(
      bob.peer.ofType('presence').filter(({ id }) => id === undefined),
      told
    )
    await Promise.all([bob.peer.close(), eve.peer.close()])
  })

  test('speak in groups that they share already as before', async ({ client, assert }) => {
    const [ann, bob] = [await online(), await online()]
    const id = await groupOf(client, bob, [ann])
    ;(await of(client, ann).block(bob.user.id)).assertStatus(200)
    assert.equal((await bob.peer.ask(text('hello all', { conversationId: id }))).type, 'ack')
    await ann.peer.next(saying('hello all'))
    await Promise.all([ann.peer.close(), bob.peer.close()])
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

  test('are others, who are there, and not too many', async ({ client, assert }) => {
    const [ann, bob] = [await person(), await person()]
    const gone = await makeOperator({ status: 'disabled' })
    const own = of(client, ann)
    const oneself = await own.block(ann.user.id)
    oneself.assertStatus(400)
    assert.equal(oneself.body().data.reason, 'E_BLOCK')
    for (const id of [gone.id, 2_147_483_647]) (await own.block(id)).assertStatus(404)
    const rows = Array.from({ length: 1_000 }, (_, index) => ({
      ...{ user_id: ann.user.id, blocked_id: 1_000_000 + index },
      created_at: toStored(clock.now()),
    }))
    for (let from = 0; from < rows.length; from += 100)
      await db.table('contact_blocks').multiInsert(rows.slice(from, from + 100))
    const full = await own.block(bob.user.id)
    full.assertStatus(400)
    assert.equal(full.body().data.reason, 'E_BLOCKS_FULL')
    assert.isNull((await own.list()).items[0].person)
    ;(await client.get('/app/im/blocks')).assertStatus(401)
  })
})
