import { createHash, randomBytes } from 'node:crypto'
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { unzipSync } from 'fflate'
import { nothing } from '#kernel/data_scope/reach'
import { actAsSystem } from '#kernel/operator/acting'
import { clock } from '#kernel/state/clock'
import { StoredFile } from '#plugins/files/main'
import type { User } from '#plugins/identity/main'
import Document from '../../../app/plugins/documents/models/document.js'
import { stalledReaders } from '#kernel/http/end_when_stalled'
import StoredBlob from '../../../app/plugins/files/models/stored_blob.js'
import { ExportSlots } from '#kernel/http/export_slots'
import { Storage } from '../../../app/plugins/files/storage/storage.js'
import { logIn, makeOperator } from '../../helpers/accounts.js'
import { eventually } from '../../helpers/deadline.js'
import { fetched } from '../../helpers/download.js'
import {
  actionsOf,
  configOf,
  editorStage,
  ownerOfRows,
  staged,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { wordBytes } from '../../helpers/packages.js'
import { until } from '../../helpers/until.js'

const FIVE_MINUTES_MS = 300_000
const TEN_MINUTES_MS = 600_000

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Whether as many exports of theirs can begin as may. */
function isFree(slots: ExportSlots, operatorId: number): boolean {
  const taken: (() => void)[] = []
  try {
    for (let place = 0; place < 2; place++) taken.push(slots.take(operatorId))
    return true
  } catch {
    return false
  } finally {
    for (const giveBack of taken) giveBack()
  }
}

test.group('Documents | export', (group) => {
  let stage: EditorStage
  let user: User
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.setup(async () => {
    user = await ownerOfRows(stage, { nickname: 'Ann' })
  })

  async function bearer(client: ApiClient, one = user) {
    const { accessToken } = await logIn(client, one.username)
    return { authorization: `Bearer ${accessToken}` }
  }

  /** A document that does not fit into the buffers between two who talk. */
  async function large(client: ApiClient): Promise<number> {
    const bytes = wordBytes('large', {
      'word/media/noise.bin': [randomBytes(12_000_000), { level: 0 }],
    })
    const made = await client
      .post('/app/document')
      .loginAs(user)
      .file('file', bytes, { filename: 'large.docx' })
    made.assertStatus(200)
    return made.body().data.id
  }

  /** Asks, and reads nothing of the answer's body. */
  async function asked(
    id: number,
    headers: Record<string, string>,
    what = 'export'
  ): Promise<IncomingMessage> {
    const { HOST: host, PORT: port } = process.env
    const request = httpRequest({ host, port, path: `/app/document/${id}/${what}`, headers })
    request.end()
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    return response
  }

  for (const what of ['export', 'versions/1/content'])
    test(`cut off who reads nothing of it for long: ${what}`, async ({
      client,
      assert,
      cleanup,
    }) => {
      cleanup(() => clock.restore())
      const id = await large(client)
      const headers = await bearer(client)
      const server = (await app.container.make('server')).getNodeServer()!
      const arrival = once(server, 'request') as Promise<[unknown, ServerResponse]>
      const response = await asked(id, headers, what)
      response.on('error', () => undefined)
      const [, answer] = await arrival
      await until(() => {
        clock.travel(FIVE_MINUTES_MS)
        stalledReaders.look()
        return answer.closed
      })
      assert.isFalse(answer.writableFinished)
      response.destroy()
      const slots = await app.container.make(ExportSlots)
      await eventually('the places are free', () => isFree(slots, user.id))
    })

  test('hold every version’s file, and a manifest of who did what when', async ({
    client,
    assert,
  }) => {
    const { id } = await staged(client, user)
    for (const text of ['First.', 'Second.']) {
      const editor = await stage.server.open(await configOf(client, id, user))
      editor.edit(text)
      await editor.close()
    }
    ;(await client.post(`/app/document/${id}/versions/2/restore`).loginAs(user)).assertStatus(200)
    const handler = await makeOperator()
    await client
      .post(`/app/document/${id}/submit`)
      .loginAs(user)
      .json({ handlerIds: [handler.id] })
    await client
      .post(`/app/document/${id}/review`)
      .loginAs(handler)
      .json({ decision: 'return', comment: 'A title, please' })

    const answer = await fetched(`/app/document/${id}/export`, await bearer(client))
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('content-type'), 'application/zip')
    assert.equal(answer.headers.get('content-disposition'), 'attachment; filename="Minutes.zip"')
    const files = unzipSync(answer.bytes)
    const manifest = JSON.parse(Buffer.from(files['manifest.json']!).toString())
    const versions = await versionsOf(id)

    assert.lengthOf(versions, 4)
    assert.deepEqual(Object.keys(files).sort(), [
      'manifest.json',
      ...versions.map(({ no }) => `versions/000${no}.docx`),
    ])
    assert.deepEqual(
      manifest.versions.map(({ file }: { file: string }) => sha256(files[file]!)),
      versions.map((version) => version.sha256)
    )
    assert.containsSubset(manifest, {
      document: { id, title: 'Minutes', status: 'returned', versionNo: 4 },
      exportedBy: { id: user.id, name: 'Ann' },
    })
    assert.containsSubset(manifest.versions[1], {
      no: 2,
      kind: 'save',
      authorId: user.id,
      authorName: 'Ann',
      createdAt: versions[1]!.createdAt.toISO(),
    })
    assert.containsSubset(manifest.versions[3], { restoredFrom: 2, current: true })
    assert.containsSubset(manifest.reviews, [
      { handlerId: handler.id, decision: 'return', comment: 'A title, please', versionNo: 4 },
    ])
    const happened = manifest.log.map(({ action }: { action: string }) => action)
    assert.deepEqual(happened, ['created', ...(await actionsOf(id))])
    assert.equal(happened.at(-1), 'exported')
  })

  test('take a name that is safe wherever it is unpacked', async ({ client, assert }) => {
    const { id } = await staged(client, user)
    const title = '../../etc/“passwd”\u202Efdp.exe'
    await actAsSystem('test', () => Document.query().where('id', id).update({ title }))
    const answer = await fetched(`/app/document/${id}/export`, await bearer(client))
    const named = answer.headers.get('content-disposition')!
    assert.notMatch(named, /filename\*?=("|UTF-8'')\.|[/\\]|%E2%80%AE|%2F|%5C/i)
    assert.match(named, /\.zip/)
    const names = Object.keys(unzipSync(answer.bytes))
    assert.deepEqual(names.sort(), ['manifest.json', 'versions/0001.docx'])
  })

  test('say which contents are missing before anything is sent', async ({ client, assert }) => {
    const { id } = await staged(client, user)
    const editor = await stage.server.open(await configOf(client, id, user))
    editor.edit('Soon gone.')
    await editor.close()
    const [, second] = await versionsOf(id)
    const blob = await actAsSystem('test', async () => {
      const { blobId } = await StoredFile.findOrFail(second!.fileId)
      return StoredBlob.findOrFail(blobId)
    })
    await (await app.container.make(Storage)).delete(blob.storageKey)

    const refused = await client.get(`/app/document/${id}/export`).loginAs(user)
    refused.assertStatus(404)
    refused.assertBodyContains({ data: { reason: 'E_CONTENT_MISSING' } })
    assert.include(refused.body().message, 'version 2')
    assert.notInclude(await actionsOf(id), 'exported')
  })

  test('write a few at a time, and give a place back when its reader goes away', async ({
    client,
    assert,
  }) => {
    const id = await large(client)
    const headers = await bearer(client)
    const slow = [await asked(id, headers), await asked(id, headers)]
    assert.deepEqual(
      slow.map(({ statusCode }) => statusCode),
      [200, 200]
    )
    const refused = await client.get(`/app/document/${id}/export`).loginAs(user)
    refused.assertStatus(429)
    refused.assertBodyContains({ data: { reason: 'E_TOO_MANY_REQUESTS' } })
    assert.equal(refused.header('retry-after'), '10')

    for (const response of slow) response.destroy()
    await eventually('the places are free again', async () => {
      const head = await client.head(`/app/document/${id}/export`).loginAs(user)
      return head.status() === 200
    })
    for (let round = 0; round < 5; round++)
      (await client.head(`/app/document/${id}/export`).loginAs(user)).assertStatus(200)
    const whole = await fetched(`/app/document/${id}/export`, headers)
    const [version] = await versionsOf(id)
    assert.equal(sha256(unzipSync(whole.bytes)['versions/0001.docx']!), version!.sha256)
  })

  test('note nothing where nothing is handed out', async ({ client, assert }) => {
    const { id } = await staged(client, user)
    ;(await client.head(`/app/document/${id}/export`).loginAs(user)).assertStatus(200)
    assert.notInclude(await actionsOf(id), 'exported')
    await fetched(`/app/document/${id}/export`, await bearer(client))
    assert.include(await actionsOf(id), 'exported')
  })

  test('leave places for others', async ({ client, assert }) => {
    const id = await large(client)
    const others = [user, await makeOperator(), await makeOperator()]
    const slow: IncomingMessage[] = []
    for (const one of [others[0]!, others[0]!, others[1]!, others[1]!])
      slow.push(await asked(id, await bearer(client, one)))
    assert.deepEqual(
      slow.map(({ statusCode }) => statusCode),
      [200, 200, 200, 200]
    )
    ;(await client.get(`/app/document/${id}/export`).loginAs(others[2]!)).assertStatus(429)
    for (const response of slow) response.destroy()
    await eventually('the places are free again', async () => {
      const head = await client.head(`/app/document/${id}/export`).loginAs(others[2]!)
      return head.status() === 200
    })
  })

  test('give the place of one that takes long to who waits', async ({
    client,
    assert,
    cleanup,
  }) => {
    cleanup(() => clock.restore())
    clock.stop()
    const id = await large(client)
    const people = [user, await makeOperator(), await makeOperator()]
    const server = (await app.container.make('server')).getNodeServer()!
    const answers: ServerResponse[] = []
    const slow: IncomingMessage[] = []
    for (const one of [people[0]!, people[0]!, people[1]!, people[1]!]) {
      const headers = await bearer(client, one)
      const arrival = once(server, 'request') as Promise<[unknown, ServerResponse]>
      slow.push(await asked(id, headers))
      slow.at(-1)!.on('error', () => undefined)
      answers.push((await arrival)[1])
    }
    const statusOf = async () =>
      (await client.head(`/app/document/${id}/export`).loginAs(people[2]!)).status()
    clock.travel(TEN_MINUTES_MS - 1_000)
    assert.equal(await statusOf(), 429)
    clock.travel(1_000)
    assert.equal(await statusOf(), 200)
    await until(() => answers[0]!.closed)
    assert.isFalse(answers[0]!.writableFinished)
    for (const response of slow) response.destroy()
    const slots = await app.container.make(ExportSlots)
    await eventually('the places are free', () => isFree(slots, user.id))
  })

  test('refuse whoever may not, does not reach it, or is nobody', async ({ client }) => {
    const { id } = await staged(client, user)
    const stranger = await makeOperator()
    stage.gate.tell(stranger.id, nothing)
    ;(await client.get(`/app/document/${id}/export`).loginAs(stranger)).assertStatus(404)
    ;(await client.get('/app/document/0/export').loginAs(user)).assertStatus(404)
    ;(await client.get(`/app/document/${id}/export`)).assertStatus(401)
    ;(await client.delete(`/app/document/${id}`).loginAs(user)).assertStatus(200)
    ;(await client.get(`/app/document/${id}/export`).loginAs(user)).assertStatus(404)
    stage.gate.tell(user.id, null, 'document:document:export')
    ;(await client.get(`/app/document/${id}/export`).loginAs(user)).assertStatus(403)
  })
})
