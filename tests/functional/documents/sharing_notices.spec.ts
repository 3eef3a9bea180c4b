import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import db from '@adonisjs/lucid/services/db'
import { Role } from '#plugins/access/main'
import type { User } from '#plugins/identity/main'
import { isRoomToTell } from '../../../app/plugins/documents/shares/notice_pace.js'
import DocumentLog from '../../../app/plugins/documents/models/document_log.js'
import { freshName, makeOperator } from '../../helpers/accounts.js'
import { hearNotices, type HeardNotices } from '../../helpers/heard_notices.js'
import { openGate } from '../../helpers/open_gate.js'

test.group('Documents | notices of shares', (group) => {
  let notices: HeardNotices
  let client: ApiClient
  let owner: User
  let reader: User
  let id: number

  group.setup(() => {
    const { shut } = openGate()
    const ears = hearNotices()
    notices = ears.notices
    return () => {
      ears.deaf()
      shut()
    }
  })
  group.each.setup(async (one) => {
    client = one.context.client
    owner = await makeOperator()
    reader = await makeOperator()
    id = await blank()
    notices.heard.length = 0
  })

  async function blank(): Promise<number> {
    const body = { fileType: 'docx', title: 'Paper' }
    return (await client.post('/app/document').loginAs(owner).json(body)).body().data.id
  }

  const share = (body: object, { as = owner, of = id } = {}) =>
    client.post(`/app/document/${of}/shares`).loginAs(as).json(body)
  const toReader = (level: string, more = {}) =>
    share({ subjectType: 'user', subjectId: reader.id, level, ...more })
  const noted = async () =>
    (await DocumentLog.query().where('documentId', id).orderBy('id')).filter(({ action }) =>
      /share/.test(action)
    )

  test('tell, and note, the same share once, however often it is made', async ({ assert }) => {
    const endsAt = new Date(Date.now() + 3_600_000).toISOString()
    const first = await toReader('view', { endsAt })
    for (let again = 0; again < 3; again++) {
      const repeated = await toReader('view', { endsAt })
      repeated.assertStatus(200)
      assert.deepEqual(repeated.body().data, first.body().data)
    }
    await Promise.all([toReader('view', { endsAt }), toReader('view', { endsAt })])
    assert.lengthOf(notices.toldTo(reader.id), 1)
    assert.lengthOf(await noted(), 1)
  })

  test('tell what changes, but not without end of one document', async ({ assert }) => {
    const levels = ['view', 'edit', 'view', 'edit', 'view', 'edit']
    for (const level of levels) (await toReader(level)).assertStatus(200)
    assert.lengthOf(notices.toldTo(reader.id), 3)
    assert.lengthOf(await noted(), levels.length)
    const other = await blank()
    await share({ subjectType: 'user', subjectId: reader.id, level: 'view' }, { of: other })
    assert.lengthOf(notices.toldTo(reader.id), 4)
  })

  test('refuse to share faster than people do', async ({ assert }) => {
    const levels = ['view', 'edit']
    const statuses: number[] = []
    for (let time = 0; time < 61; time++)
      statuses.push((await toReader(levels[time % 2]!)).status())
    assert.deepEqual(statuses.slice(0, 60), Array(60).fill(200))
    assert.equal(statuses.at(-1), 429)
  })

  test('tell nobody more of what somebody shares with very many, who reach it all the same', async ({
    assert,
  }) => {
    const { id: roleId } = await Role.create({
      name: freshName('Role'),
      code: freshName('role'),
      dataScope: 'self',
    })
    const others = [reader, await makeOperator(), await makeOperator()]
    await db
      .table('user_roles')
      .multiInsert(others.map((user) => ({ user_id: user.id, role_id: roleId })))
    const withRole = (of: number) =>
      share({ subjectType: 'role', subjectId: roleId, level: 'view' }, { of })
    assert.isTrue(await isRoomToTell(10_000 - others.length, owner.id))

    ;(await withRole(id)).assertStatus(200)
    ;(await withRole(await blank())).assertStatus(200)
    for (const { id: other } of others) assert.lengthOf(notices.toldTo(other), 1)
  })

  test('tell each of those who have a role once, and not who shares it', async ({ assert }) => {
    const role = await Role.create({
      name: freshName('Role'),
      code: freshName('role'),
      dataScope: 'self',
    })
    const people = [owner, reader, await makeOperator(), await makeOperator()]
    await db
      .table('user_roles')
      .multiInsert(people.map((user) => ({ user_id: user.id, role_id: role.id })))
    ;(await share({ subjectType: 'role', subjectId: role.id, level: 'view' })).assertStatus(200)
    for (const { id: userId } of people)
      assert.lengthOf(notices.toldTo(userId), userId === owner.id ? 0 : 1)
  })
})
