import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import db from '@adonisjs/lucid/services/db'
import { dialectOf } from '#kernel/database/dialect'
import { inTime } from '#kernel/threads/in_time'
import { online, parts, person, text, type Person } from '../../helpers/messaging/people.js'
import { statementsOf } from '../../helpers/statements.js'

/** All that changes a group, as of one person. */
function changesBy({ token, user }: Pick<Person, 'token' | 'user'>, client: ApiClient, id: number) {
  const at = (path: string) => `/app/im/conversations/${id}${path}`
  return {
    rename: () => client.put(at('')).bearerToken(token).json({ title: 'Mine' }),
    handOver: () => client.put(at('/owner')).bearerToken(token).json({ userId: user.id }),
    leave: () => client.post(at('/leave')).bearerToken(token),
    add: () =>
      client
        .post(at('/members'))
        .bearerToken(token)
        .json({ userIds: [user.id + 1] }),
    remove: () => client.delete(at(`/members/${user.id}`)).bearerToken(token),
  }
}

async function groupOf(client: ApiClient, { token }: Pick<Person, 'token'>, members: Person[]) {
  const memberIds = members.map(({ user }) => user.id)
  const made = await client
    .post('/app/im/conversations')
    .bearerToken(token)
    .json({ title: 'Theirs', memberIds })
  made.assertStatus(200)
  return made.body().data.id as number
}

const WRITES = /^\s*(begin|start|savepoint|insert|update|delete|replace)|for update/i

/** The conversation's row is locked meanwhile, as it is while somebody writes into it. */
async function whileLocked(id: number, work: () => Promise<void>) {
  const trx = await db.transaction()
  try {
    await trx.from('conversations').where({ id }).increment('member_version', 1)
    await work()
  } finally {
    await trx.rollback()
  }
}

test.group('Messaging | strangers', () => {
  test('write nothing and begin no transaction where they change a group that is not theirs', async ({
    client,
    assert,
  }) => {
    const [ann, bob, eve] = [await person(), await person(), await person()]
    const id = await groupOf(client, ann, [bob])
    await groupOf(client, eve, [])
    for (const [name, change] of Object.entries(changesBy(eve, client, id))) {
      const statements = await statementsOf(async () => (await change()).assertStatus(404))
      assert.isNotEmpty(statements)
      assert.deepEqual(
        statements.filter((sql) => WRITES.test(sql)),
        [],
        name
      )
    }
  })

  test('are refused like that also once they have left, and members who are not the owner', async ({
    client,
    assert,
  }) => {
    const [ann, bob, cy] = [await person(), await person(), await person()]
    const id = await groupOf(client, ann, [bob, cy])
    ;(await changesBy(bob, client, id).leave()).assertStatus(200)
    const statements = await statementsOf(async () => {
      ;(await changesBy(bob, client, id).rename()).assertStatus(404)
      ;(await changesBy(cy, client, id).rename()).assertStatus(403)
    })
    assert.isEmpty(statements.filter((sql) => WRITES.test(sql)))
  })

  test('do not wait for who holds the group', async ({ client, assert }) => {
    const [ann, eve] = [await person(), await person()]
    const id = await groupOf(client, ann, [])
    const answered: number[] = []
    const asking = async () => {
      for (const change of Object.values(changesBy(eve, client, id)))
        answered.push((await change()).status())
    }
    await whileLocked(id, () => inTime(asking(), 20_000))
    assert.deepEqual(answered, [404, 404, 404, 404, 404])
  }).skip(
    () => dialectOf(db.connection()) === 'sqlite',
    'SQLite has one connection, and no locks of rows'
  )

  test('cost one row, however many members there are', async ({ client, assert }) => {
    const [ann, bob, eve] = [await person(), await online(), await online()]
    const id = await groupOf(client, ann, [bob])
    const { rosters } = await parts()
    const asked = [
      () => eve.peer.ask({ type: 'typing', conversationId: id }),
      () => eve.peer.ask({ type: 'read', conversationId: id, seq: 1 }),
      () => eve.peer.ask(text('Hello', { conversationId: id })),
    ]
    for (const isKept of [false, true]) {
      const read: string[] = []
      const note = ({ sql }: { sql: string }) => void read.push(sql)
      const knex = db.connection().getReadClient()
      knex.on('query', note)
      for (const ask of asked) {
        if (isKept) await rosters.get(id)
        else rosters.forget(id)
        read.length = 0
        assert.equal((await ask()).code, 404)
        assert.isNotEmpty(read)
        assert.deepEqual(read.filter(isOfMembers), [])
      }
      knex.off('query', note)
    }
    await Promise.all([bob.peer.close(), eve.peer.close()])
  })

  test('are answered without the members of a group being read', async ({ client, assert }) => {
    const [ann, bob, eve] = [await person(), await person(), await person()]
    const id = await groupOf(client, ann, [bob])
    const { rosters } = await parts()
    const list = ({ token }: Person) =>
      client.get(`/app/im/conversations/${id}/members`).bearerToken(token)
    for (const [who, status] of [
      [eve, 404],
      [bob, 200],
    ] as const) {
      rosters.forget(id)
      const statements = await statementsOf(async () => (await list(who)).assertStatus(status))
      assert.isEmpty(statements.filter(isOfMembers))
    }
  })
})

/** It reads a whole roster. */
const isOfMembers = (sql: string) => /left join conversation_members/.test(sql)
