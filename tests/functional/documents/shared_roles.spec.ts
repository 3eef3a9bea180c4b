import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { clock } from '#kernel/state/main'
import { actAsSystem } from '#kernel/acting/main'
import type { User } from '#plugins/identity/main'
import { administrator } from '../access/support/caller.js'
import { makeDepartment, makeRole, makeUser } from '../access/support/organisation.js'

const READING = ['document:document:list', 'document:document:show']

const HOUR_MS = 3_600_000

/** With the roles that there are, and whoever answers for them. */
test.group('Documents | sharing and what roles grant', (group) => {
  group.each.setup(() => () => clock.restore())

  async function shared(client: ApiClient, subject: object, level = 'view') {
    const admin = await administrator(client)
    const body = { fileType: 'docx', title: 'Minutes' }
    const { id } = await admin.must(admin.post('/app/document', body))
    const endsAt = new Date(clock.now() + HOUR_MS).toISOString()
    const share = { ...subject, level, endsAt }
    const path = `/app/document/${id}/shares`
    const { id: shareId } = await admin.must(admin.post(path, share))
    return { admin, id: id as number, shareId: shareId as number, endsAt }
  }

  const sees = async (client: ApiClient, user: User, id: number) =>
    (await client.get(`/app/document/${id}`).loginAs(user)).status() === 200

  test('name the share that lets somebody in', async ({ client, assert }) => {
    const reading = await makeRole({ permissions: READING, dataScope: 'self' })
    const auditors = await makeRole()
    const user = await makeUser([reading, auditors])
    const subject = { subjectType: 'role', subjectId: auditors.id }
    const { admin, id, shareId, endsAt } = await shared(client, subject, 'comment')

    const question = { userId: user.id, resource: 'documents', id }
    const ask = (permission: string) =>
      admin.must(admin.post('access/explain', { ...question, permission }))
    const { nickname } = (await admin.must(admin.get('/app/auth/user/info'))).user
    const told = await ask('document:document:show')
    assert.isTrue(told.allowed)
    assert.deepEqual(told.row, { resource: 'documents', id, reached: true })
    assert.deepEqual(told.through, [
      `Share ${shareId} hands it to the role "${auditors.name}" to comment on until ${endsAt}; ${nickname} shared it`,
    ])
    assert.equal(told.scope, 'rows that the user owns, and documents that are shared with the user')
    clock.travel(HOUR_MS + 1)
    const again = await administrator(client)
    const asked = { ...question, permission: 'document:document:show' }
    const later = await again.must(again.post('access/explain', asked))
    assert.deepInclude(later, { allowed: false, through: [] })
    assert.include(
      later.remedies,
      'Share the document with the user, their department or one of their roles'
    )
  })

  test('follow roles and departments with the very next request', async ({ client, assert }) => {
    const reading = await makeRole({ permissions: READING, dataScope: 'self' })
    const [auditors, department] = [await makeRole(), await makeDepartment()]
    const user = await makeUser([reading])
    const subject = { subjectType: 'role', subjectId: auditors.id }
    const { admin, id } = await shared(client, subject)
    const other = await shared(client, { subjectType: 'department', subjectId: department })

    assert.isFalse(await sees(client, user, id))
    const roles = [reading.id, auditors.id]
    await admin.must(admin.put(`users/${user.id}/roles`, { roleIds: roles }))
    assert.isTrue(await sees(client, user, id))
    await admin.must(admin.put(`roles/${auditors.id}`, { status: 'disabled' }))
    assert.isFalse(await sees(client, user, id))

    assert.isFalse(await sees(client, user, other.id))
    await admin.must(admin.put(`users/${user.id}`, { departmentId: department }))
    const moved = await actAsSystem('test', () => user.refresh())
    assert.isTrue(await sees(client, moved, other.id))
  })
})
