import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { toStored } from '#kernel/database/instant'
import { clock } from '#kernel/state/clock'
import type { MessagingConfig } from '#plugins/messaging/main'
import { callsOf } from '../../helpers/messaging/calls.js'
import { person, type Person } from '../../helpers/messaging/people.js'

/** What the groups of one owner take of a person's places, where that is no more than this at most. */
const SHARE = 50

const config = () => app.config.get<MessagingConfig>('messaging')

const post = (client: ApiClient, { token }: Person, path: string, body: object) =>
  client.post(`/app/im/${path}`).bearerToken(token).json(body)

const found = (client: ApiClient, owner: Person, members: Person[]) =>
  post(client, owner, 'conversations', {
    title: 'G',
    memberIds: members.map(({ user }) => user.id),
  })

const add = (client: ApiClient, owner: Person, id: number, members: Person[]) =>
  post(client, owner, `conversations/${id}/members`, {
    userIds: members.map(({ user }) => user.id),
  })

/** Groups of an owner with these members, as a release of before made them. */
async function groupsOf(owner: Person, members: Person[], count: number): Promise<number[]> {
  const created_at = toStored(clock.now())
  const groups = Array.from({ length: count }, () => {
    return { type: 'group', title: 'G', owner_id: owner.user.id, last_seq: 0, created_at }
  })
  await db.table('conversations').multiInsert(groups)
  const rows = await db.from('conversations').where('owner_id', owner.user.id).select('id')
  const ids = rows.map(({ id }) => Number(id))
  for (const { user } of [owner, ...members]) {
    const role = user.id === owner.user.id ? 'owner' : 'member'
    const memberships = ids.map((id) => ({ conversation_id: id, user_id: user.id, role }))
    await db
      .table('conversation_members')
      .multiInsert(memberships.map((one) => ({ ...one, joined_seq: 0, created_at })))
  }
  return ids
}

async function presentIn({ user }: Person): Promise<number> {
  const own = db.from('conversation_members').where('user_id', user.id).whereNull('left_seq')
  return Number((await own.count('* as total'))[0].total)
}

test.group('Messaging | places that the groups of one owner take', (group) => {
  const { membershipsPerUser } = config()
  const give = (places: number) => void Object.assign(config(), { membershipsPerUser: places })
  group.each.teardown(() => give(membershipsPerUser))

  test('are a share of them, and others have room for more', async ({ client, assert }) => {
    const [ann, bob, cy] = [await person(), await person(), await person()]
    const ids = await groupsOf(ann, [bob], 2 * SHARE)
    assert.equal(config().membershipsPerUser, 2_000)
    ;(await found(client, ann, [bob])).assertStatus(200)
    await groupsOf(cy, [bob], 200)
    const refused = await found(client, cy, [ann, bob])
    refused.assertStatus(409)
    refused.assertBodyContains({ data: { reason: 'E_MEMBERSHIPS_FULL' } })
    const [fault, ...more] = refused.body().data.errors
    assert.lengthOf(more, 0)
    assert.equal(fault.field, 'memberIds.1')
    assert.include(fault.message, String(bob.user.id))
    assert.include(fault.message, 'you')
    ;(await found(client, cy, [ann])).assertStatus(200)
    ;(await found(client, cy, [])).assertStatus(200)
    ;(await found(client, bob, [cy, ann])).assertStatus(200)

    await callsOf(client, bob).post(`conversations/${ids[0]}/leave`)
    ;(await found(client, cy, [bob])).assertStatus(409)
  })

  test('are some dozens at least, and free again when one leaves', async ({ client, assert }) => {
    give(100)
    const [ann, bob, cy] = [await person(), await person(), await person()]
    const [first] = await groupsOf(ann, [bob], SHARE)
    const id = (await found(client, ann, [])).body().data.id as number
    const refused = await add(client, ann, id, [cy, bob])
    refused.assertStatus(409)
    assert.equal(refused.body().data.errors[0].field, 'userIds.1')
    assert.equal(await presentIn(cy), 0)
    await callsOf(client, bob).post(`conversations/${first}/leave`)
    ;(await add(client, ann, id, [cy, bob])).assertStatus(200)
    assert.equal(await presentIn(bob), SHARE)
  })

  test('count for whoever owns a group by now, and take nothing away', async ({
    client,
    assert,
  }) => {
    give(200)
    const [ann, bob, cy] = [await person(), await person(), await person()]
    const [first] = await groupsOf(ann, [bob, cy], 1)
    await groupsOf(cy, [bob], SHARE)
    const handed = client.put(`/app/im/conversations/${first}/owner`).bearerToken(ann.token)
    ;(await handed.json({ userId: cy.user.id })).assertStatus(200)
    assert.equal(await presentIn(bob), SHARE + 1)
    ;(await found(client, cy, [bob])).assertStatus(409)
    ;(await found(client, ann, [bob])).assertStatus(200)
  })

  test('count for whoever brought somebody in, whomever they give the group to', async ({
    client,
    assert,
  }) => {
    give(200)
    const [ann, bob, cy] = [await person(), await person(), await person()]
    await groupsOf(ann, [bob], SHARE - 2)
    const made = (await found(client, ann, [bob, cy])).body().data.id as number
    const another = (await found(client, ann, [cy])).body().data.id as number
    ;(await add(client, ann, another, [bob])).assertStatus(200)
    for (const id of [made, another]) {
      const handed = client.put(`/app/im/conversations/${id}/owner`).bearerToken(ann.token)
      ;(await handed.json({ userId: cy.user.id })).assertStatus(200)
    }
    ;(await found(client, ann, [bob])).assertStatus(409)
    assert.equal(await presentIn(bob), SHARE)
    await callsOf(client, bob).post(`conversations/${another}/leave`)
    ;(await add(client, cy, another, [bob])).assertStatus(200)
    ;(await found(client, ann, [bob])).assertStatus(200)
  })

  test('are never one more, however many groups are made at once', async ({ client, assert }) => {
    give(100)
    const [ann, bob] = [await person(), await person()]
    await groupsOf(ann, [bob], SHARE - 3)
    const id = (await found(client, ann, [])).body().data.id as number
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, () => found(client, ann, [bob])),
      add(client, ann, id, [bob]),
    ])
    const made = answers.filter((answer) => answer.status() === 200)
    assert.lengthOf(made, 3)
    assert.equal(await presentIn(bob), SHARE)
  })
})
