import { parse } from 'csv-parse/sync'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { actAsSystem } from '#kernel/acting/main'
import { Department } from '#plugins/identity/main'
import { freshName, PASSWORD } from '../../helpers/accounts.js'
import { onEveryDatabase } from '../../helpers/on_every_database.js'
import { administrator, type Caller } from '../access/support/caller.js'
import { holder, makeDepartment, makeRole, makeUser } from '../access/support/organisation.js'

type Entry = Record<string, unknown> & { id: number }

async function entriesOf(caller: Caller, query: string): Promise<Entry[]> {
  const { items } = await caller.must(caller.get(`audit?${query}`))
  return items
}

async function detailOf(caller: Caller, query: string) {
  const [entry] = await entriesOf(caller, query)
  return caller.must(caller.get(`audit/${entry!.id}`))
}

const duplicate = { name: 'Twice', dataScope: 'self' }
const READS = ['list', 'show', 'export'].map((verb) => `system:audit:${verb}`)

onEveryDatabase(
  test.group('Audit | entries', () => {
    test('tell who changed what of a user, through which permission and from where', async ({
      client,
      assert,
    }) => {
      const admin = await administrator(client)
      const role = await makeRole()
      const username = freshName('audited').toLowerCase()
      const body = { username, nickname: 'Before', password: PASSWORD, departmentId: null }
      const created = await admin.post('users', { ...body, roleIds: [role.id] })
      const { id } = created.body().data
      const changed = await admin.put(`users/${id}`, {
        nickname: 'After',
        email: `${username}@x.org`,
      })
      await admin.must(admin.put(`users/${id}/password`, { password: 'another horse battery' }))
      await admin.must(admin.delete(`users/${id}`))

      const entries = await entriesOf(admin, `type=user&subjectId=${id}`)
      assert.deepEqual(
        entries.map(({ action }) => action),
        [
          ...['deleted', 'password_changed', 'updated'],
          ...['updated', 'email_changed', 'updated', 'created'],
        ]
      )
      const [deleted, , , updated, , roles, made] = entries
      assert.containSubset(updated, {
        ...{ name: username, outcome: 'done', permission: 'system:user:update' },
        ...{
          operation: 'PUT /app/system/users/:id',
          address: '127.0.0.1',
          actorName: 'Administrator',
        },
        requestId: changed.header('x-request-id'),
      })
      const { before, after } = await admin.must(admin.get(`audit/${updated!.id}`))
      assert.deepEqual(before, { nickname: 'Before', email: null })
      assert.deepEqual(after, { nickname: 'After', email: `${username}@x.org` })
      const detail = await admin.must(admin.get(`audit/${made!.id}`))
      assert.equal(detail.after.password, '***')
      assert.equal((await admin.must(admin.get(`audit/${roles!.id}`))).after.roleIds[0], role.id)
      assert.equal((await admin.must(admin.get(`audit/${deleted!.id}`))).before.nickname, 'After')
    })

    test('tell what was refused, once a minute, and nothing of a change that was undone', async ({
      client,
      assert,
    }) => {
      const { caller, user } = await holder(client, ['system:role:list', 'system:user:update'])
      const role = await makeRole()
      ;(await caller.put('users/999999', { nickname: 'Nobody' })).assertStatus(404)
      ;(await caller.put(`users/${user.id}`, { nickname: 5 })).assertStatus(422)
      for (let times = 0; times < 3; times++)
        (await caller.put(`roles/${role.id}`, { name: 'Taken over' })).assertStatus(403)
      ;(await caller.get('users')).assertStatus(403)
      const admin = await administrator(client)
      const tried = await entriesOf(admin, `actorId=${user.id}`)
      assert.deepEqual(
        tried.map(({ type, outcome, reason, subjectId }) => [type, outcome, reason, subjectId]),
        [
          ['user', 'refused', 'E_FORBIDDEN', null],
          ['role', 'refused', 'E_FORBIDDEN', String(role.id)],
          ['user', 'refused', 'E_NOT_FOUND', '999999'],
          ['user', 'done', null, String(user.id)],
        ]
      )
      const maker = await holder(client, ['system:role:create'])
      const before = await entriesOf(admin, 'type=role&action=created')
      ;(await maker.caller.post('roles', { ...duplicate, code: role.code })).assertStatus(409)
      assert.deepEqual(await entriesOf(admin, 'type=role&action=created'), before)
      const [attempt] = await entriesOf(admin, `actorId=${maker.user.id}&outcome=refused`)
      assert.containSubset(attempt, { operation: 'POST /app/system/roles', reason: 'E_CONFLICT' })
    })

    test('tell of exports, logins and failed ones', async ({ client, assert }) => {
      const { caller, user } = await holder(client, ['system:user:export'])
      const wrong = { username: user.username, password: 'not that one' }
      ;(await client.post('/app/auth/login').json(wrong)).assertStatus(400)
      ;(await caller.get('users/export')).assertStatus(200)
      const admin = await administrator(client)
      const [failed] = await entriesOf(admin, 'action=login_failed&type=account')
      assert.containSubset(failed, { name: user.username, address: '127.0.0.1' })
      const [exported, login] = await entriesOf(admin, `actorId=${user.id}`)
      assert.containSubset(exported, { action: 'exported', type: 'user', outcome: 'done' })
      assert.containSubset(login, { action: 'login', subjectId: String(user.id) })
    })

    test('tell why the service acted by itself', async ({ client, assert }) => {
      const name = freshName('department')
      const { id } = await actAsSystem('move in', () =>
        Department.create({ name, sort: 0, status: 'enabled' })
      )
      const admin = await administrator(client)
      const entry = await detailOf(admin, `type=department&subjectId=${id}`)
      assert.containSubset(entry, { actorId: null, systemReason: 'move in', operation: null, name })
    })

    test('are listed, shown and exported within reach, by filters', async ({ client, assert }) => {
      const departmentId = await makeDepartment()
      const mine = { dataScope: 'department' as const, departmentId }
      const head = await holder(client, [...READS, 'system:role:create'], mine)
      const other = await holder(client, ['system:role:create'])
      for (const { caller } of [head, other]) {
        const code = freshName('role')
        await caller.must(caller.post('roles', { code, name: code, dataScope: 'self' }))
      }
      const { caller, user } = head
      const seen = await entriesOf(caller, 'type=role&action=created')
      assert.deepEqual([...new Set(seen.map(({ actorId }) => actorId))], [user.id])
      const admin = await administrator(client)
      const [theirs] = await entriesOf(admin, `actorId=${other.user.id}&type=role`)
      ;(await caller.get(`audit/${theirs!.id}`)).assertStatus(404)
      ;(await other.caller.get('audit')).assertStatus(403)
      ;(await caller.get('audit?outcome=maybe')).assertStatus(422)

      const file = await caller.get('audit/export?type=role&action=created')
      const lines: { id: string }[] = parse(file.text(), { bom: true, columns: true })
      assert.deepEqual(
        lines.map(({ id }) => Number(id)),
        seen.map(({ id }) => id)
      )
    })

    test('are removed of who is erased, but for what they did', async ({ client, assert }) => {
      const user = await makeUser()
      const admin = await administrator(client)
      await admin.must(admin.put(`users/${user.id}`, { nickname: 'Known' }))
      await admin.must(admin.delete(`users/${user.id}/personal-data`))
      const told = await db
        .from('audit_entries')
        .where({ subject_type: 'user', subject_id: String(user.id) })
      assert.isAbove(told.length, 1)
      assert.deepEqual([...new Set(told.map(({ details }) => details))], [null])
    })
  })
)
