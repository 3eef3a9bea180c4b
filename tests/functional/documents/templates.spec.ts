import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { everything, ownRowsOf } from '#kernel/acting/main'
import { onEveryDatabase } from '#tests/helpers/on_every_database'
import type { User } from '#plugins/identity/main'
import { makeOperator } from '../../helpers/accounts.js'
import { download } from '../../helpers/download.js'
import { openGateOf } from '../../helpers/open_gate.js'
import { wordBytes } from '../../helpers/packages.js'

const BYTES = wordBytes('template')
const path = (id: number, rest = '') => `/app/document/templates/${id}${rest}`

test.group('Documents | templates', (group) => {
  onEveryDatabase(group)
  const gate = openGateOf(group)
  let user: User
  group.each.setup(async () => {
    user = await makeOperator()
  })

  async function uploaded(client: ApiClient) {
    const response = await client
      .post('/app/document/templates')
      .loginAs(user)
      .file('file', BYTES, { filename: 't.docx' })
      .field('title', 'Letter')
    response.assertStatus(200)
    return response.body().data as { id: number; fileId: number; status: string }
  }

  test('create, list, show, rename and delete', async ({ client, assert }) => {
    const { id, status } = await uploaded(client)
    assert.equal(status, 'online')
    assert.deepEqual((await download(client, path(id, '/content'))).bytes, BYTES)
    const renamed = await client.put(path(id)).loginAs(user).json({ title: 'Cover letter' })
    renamed.assertBodyContains({ data: { id, title: 'Cover letter', fileType: 'docx' } })
    const shown = await client.get(path(id)).loginAs(user)
    assert.deepEqual(shown.body().data, renamed.body().data)
    const listed = await client.get('/app/document/templates').loginAs(user).qs({ sort: '-id' })
    assert.equal(listed.body().data.items[0].id, id)
    ;(await client.delete(path(id)).loginAs(user)).assertStatus(200)
    ;(await client.get(path(id)).loginAs(user)).assertStatus(404)
  })

  test('create a document from one that is online alone', async ({ client, assert }) => {
    const template = await uploaded(client)
    const create = () =>
      client.post('/app/document').loginAs(user).json({ templateId: template.id, title: 'Mine' })
    const made = (await create()).body().data
    assert.notEqual(made.latestFileId, template.fileId)
    const content = `/app/document/${made.id}/versions/1/content`
    assert.deepEqual((await download(client, content)).bytes, BYTES)

    const turn = client.put(path(template.id, '/status')).loginAs(user)
    ;(await turn.json({ status: 'offline' })).assertBodyContains({ data: { status: 'offline' } })
    const refused = await create()
    refused.assertBodyContains({ code: 400, data: { reason: 'E_TEMPLATE_OFFLINE' } })

    ;(await client.delete(path(template.id)).loginAs(user)).assertStatus(200)
    ;(await create()).assertStatus(404)
    assert.deepEqual((await download(client, content)).bytes, BYTES)
  })

  const changes = (client: ApiClient, id: number) => [
    client.put(path(id)).json({ title: 'Changed' }),
    client.put(path(id, '/status')).json({ status: 'offline' }),
    client.delete(path(id)),
  ]

  test('let a clerk with the reach `self` change their own', async ({ client }) => {
    gate.tell(user.id, ownRowsOf(user.id))
    const { id } = await uploaded(client)
    for (const change of changes(client, id)) (await change.loginAs(user)).assertStatus(200)
    ;(await client.get(path(id)).loginAs(user)).assertStatus(404)
  })

  test('let a clerk with the reach `self` only read another’s', async ({ client, assert }) => {
    const { id } = await uploaded(client)
    const clerk = await makeOperator()
    gate.tell(clerk.id, ownRowsOf(clerk.id))
    for (const change of changes(client, id)) {
      const refused = await change.loginAs(clerk)
      refused.assertStatus(403)
      assert.include(refused.body().message, 'for all rows')
    }
    const shown = await client.get(path(id)).loginAs(clerk)
    shown.assertBodyContains({ data: { title: 'Letter', status: 'online' } })
    const listed = await client.get('/app/document/templates').loginAs(clerk).qs({ sort: '-id' })
    assert.equal(listed.body().data.items[0].id, id)
    ;(await client.get(path(id, '/content')).loginAs(clerk)).assertStatus(200)
  })

  test('let a manager with the reach `all` change another’s', async ({ client }) => {
    gate.tell(user.id, ownRowsOf(user.id))
    const { id } = await uploaded(client)
    const manager = await makeOperator()
    gate.tell(manager.id, everything)
    for (const change of changes(client, id)) (await change.loginAs(manager)).assertStatus(200)
    ;(await client.get(path(id)).loginAs(user)).assertStatus(404)
  })
})
