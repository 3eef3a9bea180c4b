import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import type { MessagingConfig } from '#plugins/messaging/main'
import { callsOf } from '../../helpers/messaging/calls.js'
import { online, person, text, type Person } from '../../helpers/messaging/people.js'

const config = () => app.config.get<MessagingConfig>('messaging')

/** For a set-up: so many conversations of one person, until the teardown. */
function placesOfEach(membershipsPerUser: number): () => void {
  const before = config().membershipsPerUser
  Object.assign(config(), { membershipsPerUser })
  return () => void Object.assign(config(), { membershipsPerUser: before })
}

const idOf = ({ user }: Pick<Person, 'user'>) => user.id

async function found(client: ApiClient, owner: Pick<Person, 'token'>, members: Person[] = []) {
  const body = { title: 'G', memberIds: members.map(idOf) }
  return (await callsOf(client, owner).post('conversations', body)).id as number
}

const post = (client: ApiClient, { token }: Pick<Person, 'token'>, path: string, body: object) =>
  client.post(`/app/im/${path}`).bearerToken(token).json(body)

async function presentIn({ user }: Pick<Person, 'user'>): Promise<number> {
  const own = db.from('conversation_members').where('user_id', user.id).whereNull('left_seq')
  return Number((await own.count('* as total'))[0].total)
}

test.group('Messaging | how many conversations one person is in', () => {
  test('found no group beyond it, for oneself or with others, and say who has no room', async ({
    client,
    assert,
    cleanup,
  }) => {
    const [ann, bob, cy] = [await person(), await person(), await person()]
    await found(client, ann, [bob])
    cleanup(placesOfEach(1))
    const own = await post(client, ann, 'conversations', { title: 'G', memberIds: [] })
    own.assertStatus(409)
    own.assertBodyContains({ data: { reason: 'E_MEMBERSHIPS_FULL' } })
    assert.match(own.body().message, /^You are in as many conversations/)

    const memberIds = [bob.user.id]
    const others = await post(client, cy, 'conversations', { title: 'G', memberIds })
    others.assertStatus(409)
    const [fault] = others.body().data.errors
    assert.equal(fault.field, 'memberIds.0')
    assert.include(fault.message, String(bob.user.id))
    assert.deepEqual(await Promise.all([ann, bob, cy].map(presentIn)), [1, 1, 0])
  })

  test('add nobody where one of them has no room, and those who have later', async ({
    client,
    assert,
    cleanup,
  }) => {
    const [ann, bob, cy, dan] = [await person(), await person(), await person(), await person()]
    const left = await found(client, ann, [bob])
    const id = await found(client, ann, [dan])
    cleanup(placesOfEach(2))
    await found(client, dan, [bob])
    const add = (userIds: number[]) => post(client, ann, `conversations/${id}/members`, { userIds })
    const refused = await add([cy, bob].map(idOf))
    refused.assertStatus(409)
    refused.assertBodyContains({ data: { reason: 'E_MEMBERSHIPS_FULL' } })
    const { errors } = refused.body().data
    assert.deepEqual(
      errors.map(({ field }: { field: string }) => field),
      ['userIds.1']
    )
    assert.equal(await presentIn(cy), 0)
    ;(await add([cy, dan].map(idOf))).assertStatus(200)

    await callsOf(client, bob).post(`conversations/${left}/leave`)
    ;(await add([bob.user.id])).assertStatus(200)
    assert.equal(await presentIn(bob), 2)
    ;(await post(client, bob, 'conversations', { title: 'G', memberIds: [] })).assertStatus(409)
  })

  test('begin no direct conversation with who has no room, and go on with those there are', async ({
    client,
    assert,
    cleanup,
  }) => {
    const [ann, bob, eve] = [await online(), await person(), await online()]
    assert.equal((await ann.peer.ask(text('one', { to: bob.user.id }))).type, 'ack')
    cleanup(placesOfEach(1))
    const refused = await eve.peer.ask(text('two', { to: bob.user.id }))
    assert.containsSubset(refused, { type: 'error', code: 409, reason: 'E_MEMBERSHIPS_FULL' })
    assert.equal(refused.errors[0].field, 'to')
    const own = await ann.peer.ask(text('three', { to: eve.user.id }))
    assert.match(String(own.message), /^You are in as many conversations/)
    assert.equal((await ann.peer.ask(text('four', { to: bob.user.id }))).type, 'ack')
    assert.deepEqual(await Promise.all([ann, bob, eve].map(presentIn)), [1, 1, 0])
    assert.lengthOf(
      await callsOf(client, eve)
        .get('conversations')
        .then(({ items }) => items),
      0
    )
    await Promise.all([ann, eve].map(({ peer }) => peer.close()))
  })

  test('keep nobody out of groups whom many write to', async ({ client, assert, cleanup }) => {
    const [ann, bob, cy] = [await online(), await person(), await person()]
    assert.equal((await ann.peer.ask(text('one', { to: bob.user.id }))).type, 'ack')
    cleanup(placesOfEach(1))
    await found(client, cy, [bob])
    assert.equal(await presentIn(bob), 2)
    await ann.peer.close()
  })

  test('never let in one more, however many bring somebody in at once', async ({
    client,
    assert,
    cleanup,
  }) => {
    const bob = await person()
    cleanup(placesOfEach(4))
    const owners = await Promise.all(Array.from({ length: 8 }, () => online()))
    const groups = await Promise.all(owners.map((owner) => found(client, owner)))
    const answers = await Promise.all(
      owners.flatMap((owner, no) => [
        post(client, owner, `conversations/${groups[no]}/members`, { userIds: [bob.user.id] }).then(
          (answer) => answer.status()
        ),
        post(client, owner, 'conversations', { title: 'G', memberIds: [bob.user.id] }).then(
          (answer) => answer.status()
        ),
        owner.peer
          .ask(text('hi', { to: bob.user.id }))
          .then(({ type, code }) => (type === 'ack' ? 200 : code)),
      ])
    )
    assert.equal(await presentIn(bob), 2 * 4)
    assert.lengthOf(
      answers.filter((status) => status === 200),
      2 * 4
    )
    assert.isTrue(answers.every((status) => status === 200 || status === 409))
    await Promise.all(owners.map(({ peer }) => peer.close()))
  })

  test('let who is above it already keep what they have', async ({ client, assert, cleanup }) => {
    const [ann, bob] = [await person(), await online()]
    const ids = []
    for (let count = 0; count < 3; count++) ids.push(await found(client, ann, [bob]))
    cleanup(placesOfEach(2))
    assert.lengthOf((await callsOf(client, bob).get('conversations')).items, 3)
    for (const id of ids)
      assert.equal((await bob.peer.ask(text('here', { conversationId: id }))).type, 'ack')
    const known = ids.map((id) => ({ id, seq: 0 }))
    const synced = await bob.peer.ask({ type: 'sync', conversations: known })
    assert.deepEqual(
      synced.conversations.map(({ id }: { id: number }) => id),
      ids
    )
    await bob.peer.close()
  })
})
