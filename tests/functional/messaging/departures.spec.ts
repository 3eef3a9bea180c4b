import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { actAsSystem } from '#kernel/acting/main'
import { SessionRegistry } from '#plugins/identity/main'
import { online, person, text, type Person } from '../../helpers/messaging/people.js'
import { onEveryDatabase } from '../../helpers/on_every_database.js'
import { until } from '../../helpers/until.js'
import { entryOf } from '../../helpers/messaging/entries.js'
import { groupOf } from '../../helpers/messaging/calls.js'
import { Departures } from '../../../app/plugins/messaging/actions/departures.js'

function asOf(client: ApiClient, { token }: Pick<Person, 'token'>) {
  const to = (path: string) => `/app/im/conversations${path}`
  return {
    post: (path: string, body: object = {}) => client.post(to(path)).bearerToken(token).json(body),
    put: (path: string, body: object) => client.put(to(path)).bearerToken(token).json(body),
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

async function ownerOf(id: number): Promise<number | null> {
  const row = await db.from('conversations').where({ id }).firstOrFail()
  return row.owner_id === null ? null : Number(row.owner_id)
}

async function presentIn(id: number): Promise<number[]> {
  const rows = await db
    .from('conversation_members')
    .where('conversation_id', id)
    .whereNull('to_seq')
    .orderBy('id')
  return rows.map((row) => Number(row.user_id))
}

test.group('Messaging | people who are gone', (group) => {
  onEveryDatabase(group)

  test('let whoever is deleted leave, neither to be mentioned nor to inherit', async ({
    client,
    assert,
  }) => {
    const [ann, bob, eve] = [await online(), await person(), await online()]
    const id = await groupOf(client, ann, [bob, eve])
    await remove(bob)
    await announced(bob)
    const left = await eve.peer.next(entryOf('left'))
    assert.deepEqual(left.entries[0].content, { userIds: [bob.user.id] })
    assert.deepEqual(await presentIn(id), [ann.user.id, eve.user.id])
    const mention = { ...text('x', { conversationId: id }), mentions: [bob.user.id] }
    assert.equal((await ann.peer.ask(mention)).code, 422)
    ;(await asOf(client, ann).put(`/${id}/owner`, { userId: bob.user.id })).assertStatus(400)
    ;(await asOf(client, ann).post(`/${id}/leave`)).assertStatus(200)
    await eve.peer.next(entryOf('role'))
    assert.equal(await ownerOf(id), eve.user.id)
  })

  test('mend what nobody was told of, and give a group without an owner to who is back', async ({
    client,
    assert,
  }) => {
    const [ann, bob, eve] = [await person(), await person(), await person()]
    const id = await groupOf(client, ann, [bob, eve])
    const alone = await groupOf(client, ann, [bob])
    await remove(ann)
    await disable(bob)
    await (await app.container.make(Departures)).sweep()
    assert.deepEqual([await ownerOf(id), await ownerOf(alone)], [eve.user.id, null])
    assert.deepEqual(await presentIn(alone), [bob.user.id])
    await actAsSystem('test', () => bob.user.merge({ status: 'enabled' }).save())
    await announced(bob)
    await until(async () => (await ownerOf(alone)) === bob.user.id)
  })
})
