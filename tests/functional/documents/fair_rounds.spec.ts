import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import app from '@adonisjs/core/services/app'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { toStored } from '#kernel/database/instant'
import { actAsSystem } from '#kernel/operator/acting'
import { clock } from '#kernel/state/clock'
import type { User } from '#plugins/identity/main'
import { PurgeDocuments } from '../../../app/plugins/documents/actions/purge_documents.js'
import { ReviewOpenings } from '../../../app/plugins/documents/live/review_openings.js'
import { ReviewViewings } from '../../../app/plugins/documents/live/review_viewings.js'
import Document from '../../../app/plugins/documents/models/document.js'
import DocumentKey from '../../../app/plugins/documents/models/document_key.js'
import DocumentLog from '../../../app/plugins/documents/models/document_log.js'
import DocumentOpening from '../../../app/plugins/documents/models/document_opening.js'
import DocumentViewing from '../../../app/plugins/documents/models/document_viewing.js'
import { LookAfterSessions } from '../../../app/plugins/documents/recovery/look_after_sessions.js'
import { makeOperator } from '../../helpers/accounts.js'
import {
  configOf,
  editorStage,
  layInTrash,
  staged,
  takeRights,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { noticesOf } from '../../helpers/heard_notices.js'

const HOUR_MS = 3_600_000

test.group('Documents | rounds that have no time for all', (group) => {
  const notices = noticesOf(group)
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage({ now: () => clock.now() })
    return () => stage.close()
  })
  group.each.setup(async () => {
    await DocumentOpening.query().delete()
    await DocumentViewing.query().delete()
    await DocumentKey.query().update({ goneAt: null, unsavedAt: null })
    return () => {
      clock.restore()
      stage.configure({})
    }
  })

  /** A document server that takes so long over each command. @returns the keys that it is asked about */
  async function slow(ms: number, refusal?: number) {
    const asked: string[] = []
    const relay = createServer((request, response) => {
      void (async () => {
        const body = await buffer(request)
        asked.push(new URL(request.url!, stage.server.url).searchParams.get('shardkey')!)
        clock.travel(ms)
        response.setHeader('content-type', 'application/json')
        if (refusal) return response.end(JSON.stringify({ error: refusal }))
        const headers = { 'content-type': 'application/json' }
        const url = `${stage.server.url}${request.url}`
        const answer = await fetch(url, { method: 'POST', headers, body: new Uint8Array(body) })
        response.end(await answer.text())
      })()
    }).listen(0, '127.0.0.1')
    await once(relay, 'listening')
    const { port } = relay.address() as AddressInfo
    stage.configure({ documentServerInternalUrl: `http://127.0.0.1:${port}` })
    const close = async () => {
      stage.configure()
      relay.closeAllConnections()
      relay.close()
      await once(relay, 'close')
    }
    return { asked, [Symbol.asyncDispose]: close }
  }

  /** Configurations that are handed out and never used. @returns their keys */
  async function handedOut(client: ApiClient, user: User, count: number): Promise<string[]> {
    const keys: string[] = []
    for (let n = 0; n < count; n++) keys.push((await staged(client, user)).config.document.key)
    return keys
  }

  async function inside(client: ApiClient, user: User) {
    const { id } = await staged(client)
    const editor = await stage.server.open(await configOf(client, id, user))
    return { id, editor }
  }

  /** As often as a fair round needs at most, also where the machine is slow. */
  async function rounds(work: () => Promise<unknown>, isDone: () => Promise<boolean> | boolean) {
    for (let round = 0; round < 8 && !(await isDone()); round++) await work()
  }

  const review = async () => (await app.container.make(ReviewOpenings)).handle()
  const dropsOf = async (documentId: number) =>
    (await DocumentLog.query().where({ documentId, action: 'session_dropped' })).length

  test('send whoever is inside out first, whatever was handed out before', async ({
    client,
    assert,
  }) => {
    const [idle, user] = [await makeOperator(), await makeOperator()]
    await handedOut(client, idle, 30)
    const { id } = await inside(client, user)
    for (const one of [idle, user]) takeRights(stage, one)
    await using _slow = await slow(1_000)
    await review()
    assert.equal(await dropsOf(id), 1)
  })

  test('go on where the last one stopped', async ({ client, assert }) => {
    const idle = await makeOperator()
    const keys = await handedOut(client, idle, 30)
    takeRights(stage, idle)
    await using server = await slow(1_000)
    const areAsked = () => keys.every((key) => server.asked.includes(key))
    await rounds(review, areAsked)
    assert.isTrue(areAsked())
  })

  test('ask no more about who was seen outside, once no configuration serves', async ({
    client,
    assert,
  }) => {
    const idle = await makeOperator()
    const keys = await handedOut(client, idle, 3)
    takeRights(stage, idle)
    await using server = await slow(1)
    await review()
    assert.sameMembers(server.asked, keys)
    await review()
    assert.lengthOf(server.asked, 6)
    clock.travel(HOUR_MS + 1)
    await review()
    assert.lengthOf(server.asked, 6)
  })

  test('come to everybody, though others stay who are told to leave', async ({
    client,
    assert,
  }) => {
    const user = await makeOperator()
    const places: Awaited<ReturnType<typeof inside>>[] = []
    for (let n = 0; n < 8; n++) places.push(await inside(client, user))
    for (const { editor } of places) editor.obeys = false
    takeRights(stage, user)
    await using _slow = await slow(3_000)
    const last = places.at(-1)!.id
    await rounds(review, async () => (await dropsOf(last)) > 0)
    for (const { id } of places) assert.equal(await dropsOf(id), 1)
  })

  test('ask for the rights to all documents at once', async ({ client, assert }) => {
    const user = await makeOperator()
    const documentIds: number[] = []
    for (let n = 0; n < 5; n++) documentIds.push((await staged(client, user)).id)
    takeRights(stage, user, ['edit'])
    const grantOf = stage.gate.grantOf.bind(stage.gate)
    async function questionsAbout(ids: number[]): Promise<number> {
      let questions = 0
      stage.gate.grantOf = async (...asked) => {
        questions++
        return grantOf(...asked)
      }
      await (await app.container.make(ReviewOpenings)).handle({ documentIds: ids })
      stage.gate.grantOf = grantOf
      return questions
    }
    assert.equal(await questionsAbout(documentIds), await questionsAbout(documentIds.slice(0, 1)))
  })

  test('send those out who look, though others cannot be told', async ({ client, assert }) => {
    const [viewer, owner] = [await makeOperator(), await makeOperator()]
    const keys: string[] = []
    for (let n = 0; n < 12; n++) {
      const { id, config } = await staged(client, owner)
      const shown = client.get(`/app/document/${id}/editor-config`).qs({ mode: 'view' })
      ;(await shown.loginAs(viewer)).assertStatus(200)
      keys.push(config.document.key)
    }
    stage.gate.tell(viewer.id, null)
    await using server = await slow(2_000, 5)
    const viewings = await app.container.make(ReviewViewings)
    await rounds(
      () => viewings.handle(),
      () => keys.every((key) => server.asked.includes(key))
    )
    assert.includeMembers(server.asked, keys)
  })

  test('remove what can be removed, though the rest is refused', async ({ client, assert }) => {
    await actAsSystem('test', () =>
      Document.query().whereNotNull('deletedAt').update({ deletedAt: null })
    )
    const owner = await makeOperator()
    const made: { id: number; key: string }[] = []
    for (let n = 0; n < 15; n++) {
      const { id, config } = await staged(client, owner)
      made.push({ id, key: config.document.key })
    }
    await layInTrash(...made.map(({ id }) => id))
    await using server = await slow(70_000, 5)
    const purge = await app.container.make(PurgeDocuments)
    const areAsked = () => made.every(({ key }) => server.asked.includes(key))
    await rounds(() => purge.handle(0), areAsked)
    assert.isTrue(areAsked())
  })

  test('tell of lost work at the first sweep, whatever was handed out before', async ({
    client,
    assert,
  }) => {
    await handedOut(client, await makeOperator(), 55)
    const { config, owner } = await staged(client)
    const editor = await stage.server.open(config)
    editor.edit('Gone.')
    stage.server.reset()
    clock.travel(HOUR_MS)
    await (await app.container.make(LookAfterSessions)).handle()
    const titles = notices.toldTo(owner.id).map(({ title }) => title)
    assert.isTrue(titles.some((title) => title.includes('may not have arrived')))
  })

  test('ask about what nobody entered, though many entered', async ({ client, assert }) => {
    const [idle] = await handedOut(client, await makeOperator(), 1)
    const keys = await handedOut(client, await makeOperator(), 55)
    await DocumentOpening.query()
      .whereIn('editorKey', keys)
      .update({ joinedAt: toStored(clock.now()) })
    clock.travel(HOUR_MS)
    await using server = await slow(1)
    await (await app.container.make(LookAfterSessions)).handle()
    assert.include(server.asked, idle!)
  })
})
