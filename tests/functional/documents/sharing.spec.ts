import { test } from '@japa/runner'
import { onEveryDatabase } from '#tests/helpers/on_every_database'
import type { ApiClient } from '@japa/api-client'
import { everything, actAsSystem } from '#kernel/acting/main'
import { clock } from '#kernel/state/main'
import { Role } from '#plugins/access/main'
import { Department, User } from '#plugins/identity/main'
import DocumentLog from '../../../app/plugins/documents/models/document_log.js'
import DocumentShare from '../../../app/plugins/documents/models/document_share.js'
import { freshName } from '../../helpers/accounts.js'
import { configOf, ownerOfRows, staged } from '../../helpers/editor_stage.js'
import { HOUR_MS, lookedAfter } from '../../helpers/looked_after.js'

const at = (ms: number) => new Date(clock.now() + ms).toISOString()

test.group('Documents | sharing', (group) => {
  onEveryDatabase(group)
  const there = lookedAfter(group)
  const { notices } = there
  let client: ApiClient
  let owner: User
  let reader: User
  let id: number

  group.each.setup(async (one) => {
    client = one.context.client
    owner = await person()
    reader = await person()
    id = (await staged(client, owner)).id
  })

  const person = (values: Partial<User> = {}) => ownerOfRows(there.stage, values)

  const path = (rest = '') => `/app/document/${id}${rest}`
  const get = (user: User, rest = '', qs = {}) => client.get(path(rest)).loginAs(user).qs(qs)
  const share = (body: object, as = owner) => client.post(path('/shares')).loginAs(as).json(body)
  const toReader = (level: string, more = {}) =>
    share({ subjectType: 'user', subjectId: reader.id, level, ...more })
  const listed = async (user: User, qs = {}) => {
    const page = await client.get('/app/document').loginAs(user).qs(qs)
    page.assertStatus(200)
    const { items, total } = page.body().data as { items: { id: number }[]; total: number }
    return { ids: items.map((row) => row.id), total }
  }

  test('reach what is shared to look at, through every way of looking', async ({ assert }) => {
    ;(await get(reader)).assertStatus(404)
    assert.deepEqual(await listed(reader), { ids: [], total: 0 })
    ;(await toReader('view')).assertStatus(200)

    assert.deepEqual(await listed(reader), { ids: [id], total: 1 })
    const found = await listed(reader, { keyword: 'minut', sort: 'title' })
    assert.deepEqual(found, { ids: [id], total: 1 })
    for (const rest of ['', '/versions', '/versions/1/content', '/history', '/history/1', '/logs'])
      (await get(reader, rest)).assertStatus(200)
    assert.equal((await configOf(client, id, reader)).editorConfig.mode, 'view')
  })

  test('list with sharedWithMe what others share, and nothing of one’s own', async ({ assert }) => {
    await toReader('view')
    await staged(client, reader)
    const filter = { sharedWithMe: 'true' }
    assert.deepEqual(await listed(reader, filter), { ids: [id], total: 1 })
    assert.deepEqual(await listed(owner, filter), { ids: [], total: 0 })
    there.stage.gate.tell(reader.id, everything)
    assert.deepEqual((await listed(reader, filter)).ids, [id])
  })

  test('hand over editing, but neither deleting nor sharing', async ({ assert }) => {
    await toReader('edit')
    const renamed = await client.put(path()).loginAs(reader).json({ title: 'Ours' })
    renamed.assertStatus(200)
    assert.equal((await configOf(client, id, reader)).editorConfig.mode, 'edit')
    for (const attempt of [
      client.delete(path()),
      client.post(path('/submit')).json({ handlerIds: [reader.id] }),
      client.get(path('/shares')),
      client.post(path('/shares')).json({ subjectType: 'user', subjectId: 1, level: 'view' }),
      client.delete(path('/shares/1')),
    ])
      (await attempt.loginAs(reader)).assertStatus(404)
  })

  test('open the editor at the stronger of role and share', async ({ assert }) => {
    for (const verb of ['edit', 'propose', 'fill'])
      there.stage.gate.tell(reader.id, null, `document:document:${verb}`)
    await toReader('review')
    const proposing = await configOf(client, id, reader)
    assert.containsSubset(proposing.document.permissions, { edit: false, review: true })
    await toReader('edit')
    assert.isTrue((await configOf(client, id, reader)).document.permissions!.edit)
    there.stage.gate.tell(reader.id, null, 'document:document:show')
    ;(await get(reader, '/editor-config')).assertStatus(403)
  })

  test('reach the people of a department, and nobody beneath or beside it', async ({ assert }) => {
    const [sales, north] = await departments()
    const seller = await person({ departmentId: sales })
    const northerner = await person({ departmentId: north })
    ;(await share({ subjectType: 'department', subjectId: sales, level: 'view' })).assertStatus(200)
    ;(await get(seller)).assertStatus(200)
    ;(await get(northerner)).assertStatus(404)
    ;(await get(reader)).assertStatus(404)
    assert.deepEqual((await listed(seller)).ids, [id])
    assert.isEmpty((await listed(northerner)).ids)
    assert.lengthOf(notices.toldTo(seller.id), 1)
    assert.isEmpty(notices.toldTo(northerner.id))
  })

  test('have no effect once it is taken back', async ({ assert }) => {
    const { id: shareId } = (await toReader('edit')).body().data
    const takeBack = () => client.delete(path(`/shares/${shareId}`)).loginAs(owner)
    ;(await takeBack()).assertStatus(200)
    ;(await get(reader)).assertStatus(404)
    assert.isEmpty((await get(owner, '/shares')).body().data)
    ;(await takeBack()).assertStatus(404)

    await toReader('view')
    ;(await get(reader)).assertStatus(200)
    const subject = { subjectType: 'user', subjectId: reader.id }
    const withdraw = () => client.delete(path('/shares')).loginAs(owner).qs(subject)
    ;(await withdraw()).assertStatus(200)
    ;(await get(reader)).assertStatus(404)
    ;(await withdraw()).assertStatus(404)
    ;(await client.delete(path('/shares')).loginAs(owner)).assertStatus(422)
  })

  test('replace level and end when it is shared with the same again', async ({ assert }) => {
    const first = (await toReader('edit')).body().data
    const second = (await toReader('view', { endsAt: at(HOUR_MS) })).body().data
    assert.equal(second.id, first.id)
    const shares = (await get(owner, '/shares')).body().data
    assert.lengthOf(shares, 1)
    assert.deepInclude(shares[0], { level: 'view', endsAt: second.endsAt })
    assert.isFalse((await configOf(client, id, reader)).document.permissions!.edit)
    assert.isNull((await toReader('view', { endsAt: null })).body().data.endsAt)
  })

  test('name those who share and those who are shared with', async ({ assert }) => {
    const [sales] = await departments()
    const role = await makeRole()
    const gone = await person()
    await toReader('comment')
    await share({ subjectType: 'department', subjectId: sales, level: 'view' })
    await share({ subjectType: 'role', subjectId: role.id, level: 'fill' })
    await share({ subjectType: 'user', subjectId: gone.id, level: 'edit' })
    await actAsSystem('test', () => gone.delete())

    const shares = (await get(owner, '/shares')).body().data
    const { name } = await actAsSystem('test', () => Department.findOrFail(sales))
    const told = [
      ['user', reader.id, reader.nickname, 'comment'],
      ['department', sales, name, 'view'],
      ['role', role.id, role.name, 'fill'],
      ['user', gone.id, null, 'edit'],
    ].map(([subjectType, subjectId, subjectName, level]) => {
      return { subjectType, subjectId, subjectName, level, sharedByName: owner.nickname }
    })
    assert.lengthOf(shares, told.length)
    for (const [no, one] of told.entries()) assert.containsSubset(shares[no], one)
  })

  test('share at no level beyond one’s own, and nothing out of reach', async () => {
    const subject = { subjectType: 'user', subjectId: reader.id }
    there.stage.gate.tell(owner.id, null, 'document:document:edit')
    there.stage.gate.tell(owner.id, null, 'document:document:fill')
    for (const [level, status] of Object.entries({ edit: 403, fill: 403, review: 200, view: 200 }))
      (await share({ ...subject, level })).assertStatus(status)

    const stranger = await person()
    ;(await share({ ...subject, level: 'view' }, stranger)).assertStatus(404)
  })

  test('refuse what makes no sense', async ({ assert }) => {
    const disabled = await person({ status: 'disabled' })
    const [closed] = await departments('disabled')
    const off = await makeRole('disabled')
    const sound = { subjectType: 'user', subjectId: reader.id, level: 'view' }
    const faults: [object, string][] = [
      [{ subjectId: owner.id }, 'subjectId'],
      [{ subjectId: 2_147_483_647 }, 'subjectId'],
      [{ subjectId: disabled.id }, 'subjectId'],
      [{ subjectType: 'department', subjectId: closed }, 'subjectId'],
      [{ subjectType: 'role', subjectId: off.id }, 'subjectId'],
      [{ subjectId: undefined }, 'subjectId'],
      [{ subjectId: `${reader.id}` }, 'subjectId'],
      [{ subjectType: 'everybody' }, 'subjectType'],
      [{ level: 'own' }, 'level'],
      [{ level: undefined }, 'level'],
      [{ endsAt: at(-1_000) }, 'endsAt'],
      [{ endsAt: '+275760-09-13T00:00:00Z' }, 'endsAt'],
      [{ endsAt: 'when pigs fly' }, 'endsAt'],
    ]
    for (const [body, field] of faults) {
      const answer = await share({ ...sound, ...body })
      answer.assertStatus(422)
      assert.include(JSON.stringify(answer.body().data.errors), `"field":"${field}"`)
    }
    assert.isEmpty(await DocumentShare.query().where('documentId', id))
  })

  test('write it into the log, and tell whom it concerns', async ({ assert }) => {
    const endsAt = at(HOUR_MS)
    await toReader('comment', { endsAt })
    await toReader('view')
    const subject = { subjectType: 'user', subjectId: reader.id }
    await client.delete(path('/shares')).loginAs(owner).qs(subject)

    const logs = await DocumentLog.query().where('documentId', id).orderBy('id')
    const entries = logs
      .slice(1)
      .map(({ action, operatorId, detail }) => [action, operatorId, detail])
    assert.deepEqual(entries, [
      ['shared', owner.id, { ...subject, level: 'comment', endsAt }],
      ['share_changed', owner.id, { ...subject, level: 'view', endsAt: null }],
      ['unshared', owner.id, { ...subject, level: 'view' }],
    ])
    const [told] = notices.toldTo(reader.id)
    assert.include(told!.body, owner.nickname)
    assert.include(told!.body, 'Minutes')
    assert.include(told!.body, 'to comment on')
    assert.isEmpty(notices.toldTo(owner.id))
  })

  test('outlive their subject, but not their document', async ({ assert }) => {
    await toReader('edit')
    await actAsSystem('test', () => User.query().where('id', reader.id).delete())
    ;(await get(owner, '/shares')).assertStatus(200)
    ;(await client.delete(path()).loginAs(owner)).assertStatus(200)
    ;(await client.delete(`/app/document/trash/${id}`).loginAs(owner)).assertStatus(200)
    assert.isEmpty(await DocumentShare.query().where('documentId', id))
  })
})

async function departments(status: 'enabled' | 'disabled' = 'enabled'): Promise<number[]> {
  const make = (parentId: number | null) =>
    actAsSystem('test', () =>
      Department.create({ name: freshName('department'), parentId, sort: 0, status })
    )
  const above = await make(null)
  return [above.id, (await make(above.id)).id]
}

function makeRole(status: 'enabled' | 'disabled' = 'enabled'): Promise<Role> {
  const code = freshName('role')
  return Role.create({ code, name: `Role ${code}`, dataScope: 'self', builtIn: false, status })
}
