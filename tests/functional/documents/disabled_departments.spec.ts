import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { actAsSystem } from '#kernel/operator/acting'
import { Department, type User } from '#plugins/identity/main'
import { editorIdOf } from '../../../app/plugins/documents/editor/editor_ids.js'
import { ReviewOpenings } from '../../../app/plugins/documents/live/review_openings.js'
import { makeOperator } from '../../helpers/accounts.js'
import { configOf, editorStage, ownerOfRows, staged } from '../../helpers/editor_stage.js'
import { administrator } from '../access/support/caller.js'
import { makeDepartment, makeRole, makeUser } from '../access/support/organisation.js'

const READING = ['document:document:list', 'document:document:show']

const switched = (id: number, status: 'enabled' | 'disabled') =>
  actAsSystem('test', () => Department.query().where({ id }).update({ status }))

test.group('Documents | shares with a department that is disabled', () => {
  test('let nobody in and explain nothing, until it is enabled again', async ({
    client,
    assert,
  }) => {
    const departmentId = await makeDepartment()
    const reading = await makeRole({ permissions: READING, dataScope: 'self' })
    const user = await makeUser([reading], departmentId)
    const admin = await administrator(client)
    const made = await admin.must(admin.post('/app/document', { fileType: 'docx', title: 'Plan' }))
    const path = `/app/document/${made.id}`
    const share = { subjectType: 'department', subjectId: departmentId, level: 'view' }
    await admin.must(admin.post(`${path}/shares`, share))

    const permission = 'document:document:show'
    const question = { userId: user.id, resource: 'documents', id: made.id, permission }
    const seen = async () => {
      const explained = await admin.must(admin.post('access/explain', question))
      const listed = await client.get('/app/document').loginAs(user).qs({ sharedWithMe: 'true' })
      const mentionable = await admin.must(
        admin.get(`${path}/mentionable?keyword=${user.username}`)
      )
      return {
        status: (await client.get(path).loginAs(user)).status(),
        listed: listed.body().data.total,
        allowed: explained.allowed,
        through: explained.through.length,
        mentionable: mentionable.users.some(({ id }: { id: string }) => id === editorIdOf(user.id)),
        shares: (await admin.must(admin.get(`${path}/shares`))).length,
      }
    }
    const open = { status: 200, listed: 1, allowed: true, through: 1, mentionable: true, shares: 1 }
    assert.deepEqual(await seen(), open)
    await switched(departmentId, 'disabled')
    const shut = { status: 404, listed: 0, allowed: false, through: 0, mentionable: false }
    assert.deepEqual(await seen(), { ...shut, shares: 1 })
    await switched(departmentId, 'enabled')
    assert.deepEqual(await seen(), open)
  })

  test('send those out who edit through them, and nobody else', async ({
    client,
    assert,
    cleanup,
  }) => {
    const stage = await editorStage()
    cleanup(() => stage.close())
    const inside = async (api: ApiClient, id: number, user: User) =>
      stage.server.open(await configOf(api, id, user))
    const owner = await ownerOfRows(stage)
    const { id } = await staged(client, owner)
    const departmentId = await makeDepartment()
    const reader = await ownerOfRows(stage, { departmentId })
    const colleague = await makeOperator({ departmentId })
    const share = { subjectType: 'department', subjectId: departmentId, level: 'edit' }
    const shared = client.post(`/app/document/${id}/shares`).loginAs(owner).json(share)
    ;(await shared).assertStatus(200)
    const editors = [await inside(client, id, reader), await inside(client, id, colleague)]
    await switched(departmentId, 'disabled')
    await (await app.container.make(ReviewOpenings)).handle({ documentIds: [id] })
    await stage.server.settled()
    assert.deepEqual(
      editors.map(({ canEdit }) => canEdit),
      [false, true]
    )
    await editors[1]!.close()
  })
})
