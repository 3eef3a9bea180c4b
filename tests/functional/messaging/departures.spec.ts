import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { actAsSystem } from '#kernel/acting/main'
import { SessionRegistry } from '#plugins/identity/main'
import { clock } from '#kernel/state/main'
import { online, parts, person, text, type Person } from '../../helpers/messaging/people.js'
import { until } from '../../helpers/until.js'

function asOf(client: ApiClient, { token }: Pick<Person, 'token'>) {
  const to = (path: string) => `/app/im/conversations${path}`
  return {
    get: (path: string) => client.get(to(path)).bearerToken(token),
    post: (path: string, body: object = {}) => client.post(to(path)).bearerToken(token).json(body),
    put: (path: string, body: object) => client.put(to(path)).bearerToken(token).json(body),
    delete: (path: string) => client.delete(to(path)).bearerToken(token),
  }
}

async function announced(...people: Person[]) {
  const registry = await app.container.make(SessionRegistry)
  await registry.usersChanged(people.map(({ user }) => user.id))
}

async function disable(someone: Person) {
  await actAsSystem('test', () => someone.user.merge({ status: 'disabled' }).save())
}

async function remove(someone: Person) {
  await actAsSystem('test', () => someone.user.delete())
}

async function group(client: ApiClient, owner: Person, members: Person[]): Promise<number> {
  const memberIds = members.map(({ user }) => user.id)
  const made = await asOf(client, owner).post('', { title: 'Group', memberIds })
  made.assertStatus(200)
  return made.body().data.id
}

async function ownerOf(id: number): Promise<number | null> {
  const row = await db.from('conversations').where({ id }).firstOrFail()
  return row.owner_id === null ? null : Number(row.owner_id)
}

async function presentIn(id: number): Promise<number[]> {
  const rows = await db
    .from('conversation_members')
    .where('conversation_id', id)
    .whereNull('left_seq')
    .orderBy('id')
  return rows.map((row) => Number(row.user_id))
}

test.group('Messaging | people who are gone', (group_) => {
  group_.each.teardown(() => clock.restore())

  test('pass a group on when its owner is disabled, and tell the members', async ({
    client,
    assert,
  }) => {
    const [ann, bob, eve] = [await person(), await person(), await online()]
    const id = await group(client, ann, [bob, eve])
    await disable(bob)
    await disable(ann)
    await announced(ann)
    const told = await eve.peer.next(({ change }) => change === 'owner')
    assert.deepEqual([told.conversationId, told.ownerId], [id, eve.user.id])
    assert.equal(await ownerOf(id), eve.user.id)
    assert.deepEqual(await presentIn(id), [ann.user.id, bob.user.id, eve.user.id])
    ;(await asOf(client, eve).put(`/${id}`, { title: 'Mine' })).assertStatus(200)
    await eve.peer.close()
  })

  test('let whoever is deleted leave, neither to be mentioned nor to inherit', async ({
    client,
    assert,
  }) => {
    const [ann, bob, eve] = [await online(), await person(), await online()]
    const id = await group(client, ann, [bob, eve])
    await remove(bob)
    await announced(bob)
    await eve.peer.next(({ change }) => change === 'left')
    assert.deepEqual(await presentIn(id), [ann.user.id, eve.user.id])
    const mention = { ...text('x', { conversationId: id }), mentions: [bob.user.id] }
    assert.equal((await ann.peer.ask(mention)).code, 422)
    ;(await asOf(client, ann).put(`/${id}/owner`, { userId: bob.user.id })).assertStatus(400)
    ;(await asOf(client, ann).post(`/${id}/leave`)).assertStatus(200)
    assert.equal((await eve.peer.next(({ change }) => change === 'owner')).ownerId, eve.user.id)
    await Promise.all([ann.peer.close(), eve.peer.close()])
  })

  test('follow by whoever has been there for longest without leaving', async ({
    client,
    assert,
  }) => {
    const [ann, bob, eve] = [await person(), await person(), await person()]
    const id = await group(client, ann, [bob, eve])
    const as = asOf(client, ann)
    clock.travel(5_000)
    ;(await as.delete(`/${id}/members/${bob.user.id}`)).assertStatus(200)
    ;(await as.post(`/${id}/members`, { userIds: [bob.user.id] })).assertStatus(200)
    const { items } = (await as.get(`/${id}/members`)).body().data
    const joinedAt = (of: Person) =>
      Date.parse(items.find(({ userId }: { userId: number }) => userId === of.user.id).joinedAt)
    assert.isAtLeast(joinedAt(bob), joinedAt(eve) + 5_000)
    ;(await as.post(`/${id}/leave`)).assertStatus(200)
    assert.equal(await ownerOf(id), eve.user.id)
  })

  test('mend what nobody was told of, and give a group without an owner to who is back', async ({
    client,
    assert,
  }) => {
    const [ann, bob, eve] = [await person(), await person(), await person()]
    const id = await group(client, ann, [bob, eve])
    const alone = await group(client, ann, [bob])
    await remove(ann)
    await disable(bob)
    const { departures } = await parts()
    await departures.sweep()
    assert.deepEqual([await ownerOf(id), await ownerOf(alone)], [eve.user.id, null])
    assert.deepEqual(await presentIn(alone), [bob.user.id])
    await actAsSystem('test', () => bob.user.merge({ status: 'enabled' }).save())
    await announced(bob)
    await until(async () => (await ownerOf(alone)) === bob.user.id)
  })
})
