import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import db from '@adonisjs/lucid/services/db'
import { clock } from '#kernel/state/main'
import { limits, messagingConfig } from '#tests/helpers/messaging/limits'
import { online, person, socketUrl, text, type Person } from '#tests/helpers/messaging/people'
import { Peer } from '#tests/helpers/messaging/peer'
import { onEveryDatabase } from '#tests/helpers/on_every_database'

type Caller = Pick<Person, 'token'>

const bearer = ({ token }: Caller) => ({ authorization: `Bearer ${token}` })
const idsOf = (people: Person[]) => people.map(({ user }) => user.id)

const post = (client: ApiClient, who: Caller, path: string, body: object) =>
  client.post(`/app/im/${path}`).headers(bearer(who)).json(body)

const found = (client: ApiClient, who: Caller, members: Person[] = []) =>
  post(client, who, 'conversations', { name: 'G', memberIds: idsOf(members) })

async function presentIn({ user }: Pick<Person, 'user'>): Promise<number> {
  const own = db.from('conversation_members').where('user_id', user.id).whereNull('to_seq')
  return Number((await own.count('* as total'))[0].total)
}

test.group('Messaging | quotas', () => {
  test('refuse conversations beyond those that one person makes in an hour, of groups and direct ones alike', async ({
    client,
    assert,
    cleanup,
  }) => {
    cleanup(limits({ conversationsPerHour: 2 }))
    const [ann, bob, cy] = [await online(), await person(), await person()]
    ;(await found(client, ann)).assertStatus(200)
    assert.equal((await ann.peer.ask(text('one', { to: bob.user.id }))).type, 'ack')

    const third = await found(client, ann)
    third.assertStatus(429)
    third.assertBodyContains({ data: { reason: 'E_TOO_MANY_REQUESTS' } })
    assert.isAbove(Number(third.header('retry-after')), 0)
    const written = await ann.peer.ask(text('two', { to: cy.user.id }))
    assert.containsSubset(written, { code: 429, reason: 'E_TOO_MANY_REQUESTS' })
    assert.equal((await ann.peer.ask(text('three', { to: bob.user.id }))).type, 'ack')
  })

  test('refuse members beyond those that one person adds in an hour, and a group that is too large', async ({
    client,
    assert,
    cleanup,
  }) => {
    cleanup(limits({ membersPerHour: 3, groupMembers: 3 }))
    const ann = await person()
    const others = [await person(), await person(), await person()]
    const large = await found(client, ann, others)
    large.assertStatus(400)
    large.assertBodyContains({ data: { reason: 'E_GROUP_FULL' } })
    ;(await found(client, ann, others.slice(0, 2))).assertStatus(200)
    const unknown = { name: 'G', memberIds: [2_000_000_000] }
    ;(await post(client, ann, 'conversations', unknown)).assertStatus(429)
    ;(await found(client, ann, others.slice(1))).assertStatus(429)
    const rows = await db.from('conversation_members').whereIn('user_id', idsOf(others))
    assert.lengthOf(rows, 2)
  })

  test('close the socket of who sends too much in all, however little through each', async ({
    assert,
    cleanup,
  }) => {
    const { frameBurst, framesPerSecondOfUser } = messagingConfig()
    const each = frameBurst - 10
    const enough = Math.floor((framesPerSecondOfUser * 4) / each)
    clock.stop()
    cleanup(() => clock.restore())
    const ann = await online()
    const others = await Promise.all(
      Array.from({ length: enough }, () => Peer.open(socketUrl(), ann.token))
    )
    for (const peer of others)
      for (let count = 0; count < each; count++) peer.send({ type: 'ping' })
    for (let count = 0; count < each; count++) ann.peer.send({ type: 'ping' })
    const closed = await Promise.race([ann.peer, ...others].map((peer) => peer.closed))
    assert.deepEqual(closed, { code: 4429, reason: 'Too many frames' })
  })
})

test.group('Messaging | how many conversations one person is in', (group) => {
  onEveryDatabase(group)

  test('found no group beyond it, for oneself or with others, and say who has no room', async ({
    client,
    assert,
    cleanup,
  }) => {
    const [ann, bob, cy] = [await person(), await person(), await person()]
    await found(client, ann, [bob])
    cleanup(limits({ membershipsPerUser: 1 }))
    const own = await found(client, ann)
    own.assertStatus(409)
    own.assertBodyContains({ data: { reason: 'E_MEMBERSHIPS_FULL' } })
    const others = await found(client, cy, [bob])
    others.assertStatus(409)
    assert.equal(others.body().data.errors[0].field, 'memberIds.0')
    assert.deepEqual(await Promise.all([ann, bob, cy].map(presentIn)), [1, 1, 0])
  })
})
