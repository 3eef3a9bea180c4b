import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import app from '@adonisjs/core/services/app'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { DateTime } from 'luxon'
import { actAsSystem } from '#kernel/operator/acting'
import { clock } from '#kernel/state/clock'
import type { User } from '#plugins/identity/main'
import { PurgeDocuments } from '../../../app/plugins/documents/actions/purge_documents.js'
import Document from '../../../app/plugins/documents/models/document.js'
import DocumentKey from '../../../app/plugins/documents/models/document_key.js'
import { makeOperator } from '../../helpers/accounts.js'
import {
  documentOf,
  editorStage,
  layInTrash,
  staged,
  type EditorStage,
} from '../../helpers/editor_stage.js'

test.group('Documents | a document server that is slow', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.setup(() => () => {
    clock.restore()
    stage.configure()
  })

  /** What is kept of all is asked for under no key. */
  const isOfOne = ({ url }: IncomingMessage) => url!.includes('shardkey')

  /** Has commands answered so. */
  async function answering(listener: RequestListener): Promise<AsyncDisposable> {
    const server = createServer(listener).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    stage.configure({ documentServerInternalUrl: `http://127.0.0.1:${port}` })
    const close = async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    }
    return { [Symbol.asyncDispose]: close }
  }

  /** Documents that somebody was let in to change, in the trash. */
  async function trashed(client: ApiClient, owner: User, count: number): Promise<number[]> {
    await layNothingElse()
    const ids: number[] = []
    for (let made = 0; made < count; made++) ids.push((await staged(client, owner)).id)
    await layInTrash(...ids)
    return ids
  }

  /** What other tests left in the trash would be asked about as well. */
  const layNothingElse = () =>
    actAsSystem('test', () =>
      Document.query().whereNotNull('deletedAt').update({ deletedAt: null })
    )

  /** Of which the document server has said that something is unsaved. */
  const earlierSession = (documentId: number) =>
    DocumentKey.create({
      openedAt: null,
      documentId,
      editorKey: randomUUID(),
      state: 'replaced',
      unsavedAt: DateTime.utc(),
    })

  test('rename without waiting for a document server that is silent', async ({
    client,
    assert,
  }) => {
    const { id, owner } = await staged(client)
    let isGivenUp = false
    await using _silent = await answering((_request, response) => {
      response.once('close', () => (isGivenUp = true))
    })
    const renamed = await client.put(`/app/document/${id}`).loginAs(owner).json({ title: 'Agenda' })
    renamed.assertStatus(200)
    assert.isFalse(isGivenUp)
    assert.equal((await documentOf(id)).title, 'Agenda')
  })

  test('ask about many documents for one while in all, and delete none beyond it', async ({
    client,
    assert,
  }) => {
    const owner = await makeOperator()
    const ids: number[] = []
    for (let count = 0; count < 15; count++) ids.push((await staged(client, owner)).id)
    const asked = new Set<string>()
    await using _slow = await answering((request, response) => {
      if (isOfOne(request)) asked.add(request.url!)
      clock.travel(2_000)
      response.setHeader('content-type', 'application/json').end('{"error":1}')
    })
    const refused = await client.delete('/app/document').loginAs(owner).qs({ ids: ids.join() })
    refused.assertStatus(503)
    assert.equal(asked.size, 10)
    for (const id of ids) assert.isNull((await documentOf(id)).deletedAt)
  })

  test('ask once what it keeps, for all documents that are asked about at the same time', async ({
    client,
    assert,
  }) => {
    const owner = await makeOperator()
    const ids: number[] = []
    for (let count = 0; count < 10; count++) ids.push((await staged(client, owner)).id)
    const known = new Set<string>()
    const waiting: ServerResponse[] = []
    let lists = 0
    await using _slow = await answering((request, response) => {
      response.setHeader('content-type', 'application/json')
      const url = request.url!
      if (!isOfOne(request)) lists++
      const isAsked = known.has(url)
      if (isOfOne(request)) known.add(url)
      if (!isAsked) return void response.end('{"error":1}')
      if (waiting.push(response) < ids.length) return
      for (const one of waiting.splice(0)) one.end('{"error":1}')
    })
    const deleted = await client.delete('/app/document').loginAs(owner).qs({ ids: ids.join() })
    deleted.assertStatus(200)
    assert.equal(lists, 1)
  })

  test('empty the trash for one while in all, and name what is left', async ({
    client,
    assert,
  }) => {
    const owner = await makeOperator()
    const ids = await trashed(client, owner, 15)
    const asked = new Set<string>()
    await using _slow = await answering((request, response) => {
      asked.add(request.url!)
      clock.travel(4_000)
      response.setHeader('content-type', 'application/json').end('{"error":5}')
    })
    const emptied = await client.delete('/app/document/trash').loginAs(owner)
    emptied.assertStatus(200)
    const { removed, kept, more } = emptied.body().data
    assert.equal(asked.size, 10)
    assert.deepInclude({ removed, more }, { removed: 0, more: false })
    assert.sameMembers(
      kept.map(({ id }: { id: number }) => id),
      ids
    )
    const late = kept.filter(({ reason }: { reason: string }) => /takes too long/.test(reason))
    assert.lengthOf(late, 5)
  })

  test('purge for one while, and leave the rest to the next time', async ({ client, assert }) => {
    const owner = await makeOperator()
    await trashed(client, owner, 15)
    const asked = new Set<string>()
    await using _slow = await answering((request, response) => {
      asked.add(request.url!)
      clock.travel(70_000)
      response.setHeader('content-type', 'application/json').end('{"error":5}')
    })
    const purge = await app.container.make(PurgeDocuments)
    assert.equal(await purge.handle(0), 0)
    assert.equal(asked.size, 10)
  })

  test('ask about a document’s earlier sessions several at once', async ({ client, assert }) => {
    const owner = await makeOperator()
    const [id] = await trashed(client, owner, 1)
    const { editorKey } = await documentOf(id!)
    for (let no = 0; no < 10; no++) await earlierSession(id!)
    const waiting: ServerResponse[] = []
    let most = 0
    await using _slow = await answering((request, response) => {
      response.setHeader('content-type', 'application/json')
      if (!isOfOne(request) || request.url!.includes(editorKey))
        return void response.end('{"error":1}')
      most = Math.max(most, waiting.push(response))
      if (waiting.length === 5) for (const one of waiting.splice(0)) one.end('{"error":1}')
    })
    ;(await client.delete(`/app/document/trash/${id}`).loginAs(owner)).assertStatus(200)
    assert.equal(most, 5)
  })
})
