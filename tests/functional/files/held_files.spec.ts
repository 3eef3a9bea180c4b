import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { actAsSystem } from '#kernel/acting/main'
import { FileHolders, FileStore, StoredFile } from '#plugins/files/main'
import type { User } from '#plugins/identity/main'
import { makeOperator } from '../../helpers/accounts.js'
import { openGate } from '../../helpers/open_gate.js'
import { wordBytes } from '../../helpers/packages.js'

const NOBODYS = 2_000_000_000

test.group('Files | held by another plugin', (group) => {
  let user: User
  group.setup(() => openGate().shut)
  group.each.setup(async () => {
    user = await makeOperator()
  })

  async function document(client: ApiClient, text = 'secret'): Promise<number> {
    const response = await client
      .post('/app/document')
      .loginAs(user)
      .file('file', wordBytes(text), { filename: 'contract.docx' })
    response.assertStatus(200)
    return response.body().data.latestFileId
  }

  async function standalone(client: ApiClient): Promise<number> {
    const response = await client
      .post('/app/files')
      .loginAs(user)
      .file('file', wordBytes(`${Math.random()}`), { filename: 'own.docx' })
    response.assertStatus(200)
    return response.body().data.id
  }

  /** Another file with the contents of one, kept for a holder. */
  async function held(id: number, holder: string): Promise<number> {
    const store = await app.container.make(FileStore)
    const ownership = { owner: user.id, department: null }
    const file = await actAsSystem('keep a file for a test', async () =>
      store.copy(await StoredFile.findOrFail(id), { name: 'held.docx', holder, ownership })
    )
    return file.id
  }

  /** What the three operations on one file answer, with the request's own id left out. */
  async function answers(client: ApiClient, id: number) {
    const asked = [
      await client.get(`/app/files/${id}`).loginAs(user),
      await client.get(`/app/files/${id}/content`).loginAs(user),
      await client.delete(`/app/files/${id}`).loginAs(user),
    ]
    return asked.map((response) => ({ status: response.status(), body: response.body() }))
  }

  test('show, serve and delete none of a document’s files, also once it is deleted', async ({
    client,
    assert,
  }) => {
    const fileId = await document(client)
    const unknown = await answers(client, NOBODYS)
    assert.deepEqual(
      unknown.map(({ status }) => status),
      [404, 404, 404]
    )
    assert.deepEqual(await answers(client, fileId), unknown)

    const { id } = (await client.get('/app/document').loginAs(user).qs({ ownerId: user.id })).body()
      .data.items[0]
    ;(await client.delete(`/app/document/${id}`).loginAs(user)).assertStatus(200)
    assert.deepEqual(await answers(client, fileId), unknown)
    assert.isNotNull(await actAsSystem('test', () => StoredFile.find(fileId)))
  })

  test('show, serve and delete nothing that any holder keeps, whoever it is', async ({
    client,
    assert,
  }) => {
    const own = await standalone(client)
    const unknown = await answers(client, NOBODYS)
    for (const holder of ['messaging', 'null', ' ', 'a_plugin_that_is_gone']) {
      const id = await held(own, holder)
      assert.deepEqual(await answers(client, id), unknown)
      assert.isNotNull(await actAsSystem('test', () => StoredFile.find(id)))
    }
  })

  test('show and serve, but never delete, what its holder lets this reader read', async ({
    client,
    assert,
  }) => {
    const holders = await app.container.make(FileHolders)
    const mine = await held(await standalone(client), 'lender')
    const other = await held(mine, 'lender')
    const none = async () => new Set<number>()
    holders.register('lender', none, async ({ id }) => id === mine)

    ;(await client.get(`/app/files/${mine}`).loginAs(user)).assertStatus(200)
    ;(await client.get(`/app/files/${mine}/content`).loginAs(user)).assertStatus(200)
    const kept = await client.delete(`/app/files/${mine}`).loginAs(user)
    kept.assertStatus(409)
    kept.assertBodyContains({ data: { reason: 'E_FILE_IN_USE' } })
    assert.deepEqual(await answers(client, other), await answers(client, NOBODYS))
    holders.register('lender', none)
    assert.deepEqual(await answers(client, mine), await answers(client, NOBODYS))
  })

  test('show, serve and delete what stands by itself, as before', async ({ client, assert }) => {
    const id = await standalone(client)
    const statuses = (await answers(client, id)).map(({ status }) => status)
    assert.deepEqual(statuses, [200, 200, 200])
  })
})
