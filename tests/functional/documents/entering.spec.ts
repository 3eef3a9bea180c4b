import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { clock } from '#kernel/state/main'
import type { EditorConfig } from '#plugins/documents/main'
import { onEveryDatabase } from '#tests/helpers/on_every_database'
import { SessionTurns } from '../../../app/plugins/documents/sessions/session_turns.js'
import type { OutputFault } from '../../fakes/document_server/faults.js'
import { documentTexts } from '../../fakes/document_server/ooxml.js'
import { makeOperator } from '../../helpers/accounts.js'
import { fetched } from '../../helpers/download.js'
import {
  configOf,
  documentOf,
  lookingAt,
  sessionOf,
  staged,
  versionsOf,
} from '../../helpers/editor_stage.js'
import { lookedAfter, MINUTE_MS } from '../../helpers/looked_after.js'
import { lose } from '../../helpers/lost_saves.js'
import { until } from '../../helpers/until.js'

test.group('Documents | entering an editing session', (group) => {
  onEveryDatabase(group)
  const there = lookedAfter(group)
  const { notices, courier } = there
  group.each.teardown(() => void delete there.stage.server.faults.output)

  async function edited(client: ApiClient) {
    const made = await staged(client)
    const editor = await there.stage.server.open(made.config)
    editor.edit('Once.')
    return { ...made, editor, key: made.config.document.key }
  }

  /** One version is saved; what came after it is not. */
  async function saved(client: ApiClient) {
    const made = await edited(client)
    await made.editor.forceSave()
    clock.travel(MINUTE_MS)
    made.editor.edit('Twice.')
    return made
  }

  /** The last save is on its way here, and comes so. */
  async function saving(
    client: ApiClient,
    output: OutputFault,
    changes: Partial<EditorConfig> = {}
  ) {
    const made = await edited(client)
    there.stage.configure(changes)
    there.stage.server.faults.output = output
    const closed = made.editor.close()
    const turns = await app.container.make(SessionTurns)
    await until(async () => !(await turns.isIdle(made.id, 0)))
    return { ...made, closed, comer: await makeOperator() }
  }

  const textsAt = async (url: string) => documentTexts((await fetched(url)).bytes, 'docx')

  test('wait for a save that is being taken, and go on from it', async ({ client, assert }) => {
    const { id, key, closed, comer } = await saving(client, 'slow', { settleSeconds: 30 })
    const config = await configOf(client, id, comer)
    assert.notEqual(config.document.key, key)
    assert.deepEqual((await there.stage.server.open(config)).texts, ['Once.'])
    assert.isTrue((await closed)!.saved)
  })

  test('answer 503 where that save takes too long', async ({ client, assert }) => {
    const changes = { settleSeconds: 0.1, downloadIdleSeconds: 1 }
    const { id, closed, comer } = await saving(client, 'stalling', changes)
    const path = `/app/document/${id}/editor-config`
    const refused = await client.get(path).loginAs(comer)
    refused.assertStatus(503)
    assert.include(refused.body().message, 'being saved')
    ;(await client.get(path).loginAs(comer).qs({ mode: 'view' })).assertStatus(200)
    delete there.stage.server.faults.output
    await closed
  })

  test('serve the version the session began with, until it ends', async ({ client, assert }) => {
    const { id, owner, editor } = await saved(client)
    assert.equal((await documentOf(id)).versionNo, 2)
    const urls = [await configOf(client, id, owner), await lookingAt(client, id, owner)].map(
      ({ document }) => document.url
    )
    for (const url of urls) assert.notInclude(await textsAt(url), 'Once.')
    await editor.close()
    for (const url of urls) assert.equal((await fetched(url)).status, 404)
    assert.deepEqual(await textsAt((await configOf(client, id, owner)).document.url), [
      ...['Once.', 'Twice.'],
    ])
  })

  test('give unsaved changes the content that they belong to', async ({ client, assert }) => {
    const { id, owner, key } = await saved(client)
    there.stage.server.crash()
    const config = await configOf(client, id, owner)
    assert.equal(config.document.key, key)
    const editor = await there.stage.server.open(config)
    assert.deepEqual(editor.texts, ['Once.', 'Twice.'])
    await editor.close()
    assert.containsSubset((await versionsOf(id))[2]!.$attributes, { placement: 'current', no: 3 })
  })

  test('take over a save that was not delivered before the sweep does', async ({
    client,
    assert,
  }) => {
    const { id, owner, editor, key } = await saved(client)
    await lose(there.stage, editor)
    const config = await configOf(client, id, owner)
    assert.notEqual(config.document.key, key)
    assert.deepEqual((await there.stage.server.open(config)).texts, ['Once.', 'Twice.'])
    assert.isEmpty(there.stage.server.store.forgottenKeys())
    assert.containsSubset((await versionsOf(id))[2]!.$attributes, { kind: 'recovered' })
    assert.deepEqual(
      notices.toldTo(owner.id).map(({ title }) => title),
      ['A save was recovered']
    )
  })

  test('go on from such a save under the same key if it is all', async ({ client, assert }) => {
    const { id, owner, editor, key } = await edited(client)
    await lose(there.stage, editor)
    const config = await configOf(client, id, owner)
    assert.equal(config.document.key, key)
    const again = await there.stage.server.open(config)
    assert.deepEqual(again.texts, ['Once.'])
    again.edit('Twice.')
    assert.isTrue((await again.close())!.saved)
    assert.equal((await documentOf(id)).versionNo, 2)
    assert.isEmpty(there.stage.server.store.forgottenKeys())
  })

  test('begin anew where the document server lost the session, and tell once', async ({
    client,
    assert,
  }) => {
    const { id, owner, key } = await saved(client)
    there.stage.server.loseStorage()
    const other = await makeOperator()
    for (const user of [owner, other]) {
      const { document } = await configOf(client, id, user)
      assert.notEqual(document.key, key)
      assert.deepEqual(await textsAt(document.url), ['Once.'])
    }
    assert.deepEqual(
      notices.toldTo(owner.id).map(({ data }) => data!.kind),
      ['document.lost']
    )
    assert.isEmpty(notices.toldTo(other.id))
  })

  test('hand out the same key while the server does not answer', async ({ client, assert }) => {
    const { id, owner, editor, key } = await saved(client)
    there.stage.configure({ documentServerInternalUrl: 'http://127.0.0.1:9' })
    assert.equal((await configOf(client, id, owner)).document.key, key)
    there.stage.configure()
    await editor.close()
  })

  test('keep the key through a connection that blinks, until the last save', async ({
    client,
    assert,
  }) => {
    const { id, config } = await staged(client)
    const { key } = config.document
    const editor = await there.stage.server.open(config)
    await editor.close()
    await there.stage.server.wake(editor)
    const { sessionKey, state, lastStatus } = await sessionOf(id)
    assert.deepEqual([sessionKey, state, lastStatus], [key, 'open', 1])
    editor.edit('After it.')
    await editor.close()
    const statuses = there.stage.server.log.callbacks().filter((callback) => callback.key === key)
    assert.deepEqual(
      statuses.map(({ status }) => status),
      [1, 4, 1, 2]
    )
    assert.lengthOf(await versionsOf(id), 2)
    assert.notEqual((await documentOf(id)).sessionKey, config.document.key)
    assert.isEmpty(notices.heard)
    assert.isEmpty(courier.held)
  })
})
