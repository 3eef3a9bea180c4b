import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { online, person, text, type Person } from '../../helpers/messaging/people.js'
import { makeOperator } from '../../helpers/accounts.js'
import type { Frame } from '../../helpers/messaging/peer.js'
import { statementsDuring } from '../../helpers/statements.js'
import { onEveryDatabase } from '../../helpers/on_every_database.js'

const isMessage = ({ type }: Frame) => type === 'message'

function asOf(client: ApiClient, { token, user }: Pick<Person, 'token' | 'user'>) {
  const headers = { 'authorization': `Bearer ${token}`, 'x-forwarded-for': addressOf(user.id) }
  return {
    get: (path: string) => client.get(`/app/im/conversations${path}`).headers(headers),
    post: (path: string, body: object = {}) =>
      client.post(`/app/im/conversations${path}`).headers(headers).json(body),
    put: (path: string, body: object) =>
      client.put(`/app/im/conversations${path}`).headers(headers).json(body),
    delete: (path: string) => client.delete(`/app/im/conversations${path}`).headers(headers),
  }
}

/** Each person comes from an address of their own, so that they do not share one client's rate limit. */
const addressOf = (userId: number) => `10.9.${(userId >> 8) & 255}.${userId & 255}`

test.group('Messaging | groups', (group) => {
  onEveryDatabase(group)

  test('found a group, write to all members, and number for all of them', async ({
    client,
    assert,
  }) => {
    const [ann, bob, eve] = [await online(), await online(), await online()]
    const founded = await asOf(client, ann).post('', {
      title: 'Three',
      memberIds: [bob.user.id, eve.user.id, ann.user.id, bob.user.id],
    })
    founded.assertStatus(200)
    const { id, ownerId, type, unread } = founded.body().data
    assert.deepEqual({ ownerId, type, unread }, { ownerId: ann.user.id, type: 'group', unread: 0 })
    assert.containsSubset(await bob.peer.next(({ type: kind }) => kind === 'conversation'), {
      change: 'created',
      conversationId: id,
    })

    await Promise.all(
      [ann, bob, eve].map(({ peer }) => peer.ask(text('hi', { conversationId: id })))
    )
    for (const { peer } of [ann, bob, eve]) {
      const two = [await peer.next(isMessage), await peer.next(isMessage)]
      assert.lengthOf(two, 2)
    }
    const members = await asOf(client, bob).get(`/${id}/members`)
    assert.deepEqual(
      members.body().data.items.map((row: { role: string }) => row.role),
      ['owner', 'member', 'member']
    )
    for (const { peer } of [ann, bob, eve]) await peer.close()
  })

  test('let only the owner add, remove, rename and hand over', async ({ client, assert }) => {
    const [ann, bob, eve] = [await person(), await person(), await person()]
    const made = await asOf(client, ann).post('', { title: 'Two', memberIds: [bob.user.id] })
    const { id } = made.body().data
    const as = asOf(client, bob)
    const refused = [
      await as.put(`/${id}`, { title: 'Mine' }),
      await as.post(`/${id}/members`, { userIds: [eve.user.id] }),
      await as.delete(`/${id}/members/${ann.user.id}`),
      await as.put(`/${id}/owner`, { userId: bob.user.id }),
    ]
    for (const response of refused) {
      response.assertStatus(403)
      assert.equal(response.body().data.reason, 'E_OWNER_ONLY')
    }
    const asEve = asOf(client, eve)
    for (const response of [
      await asEve.get(`/${id}`),
      await asEve.get(`/${id}/members`),
      await asEve.get(`/${id}/messages`),
      await asEve.put(`/${id}`, { title: 'x' }),
      await asEve.post(`/${id}/leave`),
      await asEve.post(`/${id}/read`, { seq: 1 }),
      await asEve.put(`/${id}/muted`, { muted: true }),
    ])
      response.assertStatus(404)

    ;(await asOf(client, ann).put(`/${id}/owner`, { userId: bob.user.id })).assertStatus(200)
    const renamed = await as.put(`/${id}`, { title: 'Mine' })
    renamed.assertStatus(200)
    assert.equal(renamed.body().data.title, 'Mine')
    ;(await as.put(`/${id}/muted`, { muted: true })).assertStatus(200)
    assert.isTrue((await as.get(`/${id}`)).body().data.muted)
  })

  test('show members what comes after they joined, and nothing after they left', async ({
    client,
    assert,
  }) => {
    const [ann, bob] = [await online(), await online()]
    const made = await asOf(client, ann).post('', { title: 'Alone', memberIds: [] })
    const { id } = made.body().data
    await ann.peer.ask(text('before', { conversationId: id }))
    const added = await asOf(client, ann).post(`/${id}/members`, { userIds: [bob.user.id] })
    added.assertStatus(200)
    await ann.peer.ask(text('during', { conversationId: id }))
    assert.equal((await bob.peer.next(isMessage)).message.content, 'during')

    ;(await asOf(client, bob).post(`/${id}/leave`)).assertStatus(200)
    await ann.peer.ask(text('after', { conversationId: id }))
    assert.equal((await bob.peer.ask(text('still here', { conversationId: id }))).code, 404)
    const seen = await asOf(client, bob).get(`/${id}/messages`)
    assert.deepEqual(
      seen.body().data.items.map((one: { content: string }) => one.content),
      ['during']
    )
    await bob.peer.ask({ type: 'sync', conversations: [{ id, seq: 0 }] })
    assert.deepEqual(
      bob.peer.ofType('message').map(({ message }) => message.content),
      ['during', 'during']
    )
    assert.lengthOf((await asOf(client, bob).get('')).body().data.items, 0)
    await Promise.all([ann.peer.close(), bob.peer.close()])
  })

  test('pass a group on when its owner leaves, and lose nobody’s message meanwhile', async ({
    client,
    assert,
  }) => {
    const [ann, bob] = [await online(), await online()]
    const made = await asOf(client, ann).post('', { title: 'Two', memberIds: [bob.user.id] })
    const { id } = made.body().data
    const sending = Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        bob.peer.ask(text(`${index}`, { conversationId: id }))
      )
    )
    ;(await asOf(client, ann).post(`/${id}/leave`)).assertStatus(200)
    const acks = await sending
    assert.isTrue(acks.every(({ type }) => type === 'ack'))
    assert.equal((await asOf(client, bob).get(`/${id}`)).body().data.ownerId, bob.user.id)
    await Promise.all([ann.peer.close(), bob.peer.close()])
  })

  test('refuse the disabled, the unknown and too many', async ({ client }) => {
    const ann = await person()
    const gone = { user: await makeOperator({ status: 'disabled' }) }
    const as = asOf(client, ann)
    ;(await as.post('', { title: 'x', memberIds: [gone.user.id] })).assertStatus(400)
    ;(await as.post('', { title: 'x', memberIds: [2_000_000_000] })).assertStatus(400)
    for (const memberIds of ['all', [0], [1.5], ['1'], [2 ** 40], Array(5_001).fill(1)])
      (await as.post('', { title: 'x', memberIds })).assertStatus(422)
    for (const title of ['', ' ', 'x'.repeat(101), 7])
      (await as.post('', { title, memberIds: [] })).assertStatus(422)
  })

  test('list conversations with as many statements for 40 as for one', async ({
    client,
    assert,
  }) => {
    const bob = await person()
    const ann = await online()
    await ann.peer.ask(text('x', { to: bob.user.id }))
    const statements = () => statementsDuring(async () => asOf(client, bob).get('?pageSize=200'))
    await asOf(client, bob).get('')
    const one = await statements()
    assert.isAtLeast(one, 4)
    for (let count = 0; count < 40; count++)
      await asOf(client, bob).post('', { title: `${count}`, memberIds: [ann.user.id] })
    assert.isAtMost(await statements(), one)
    await ann.peer.close()
  })
})
