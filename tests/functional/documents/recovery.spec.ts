import { test } from '@japa/runner'
import { onEveryDatabase } from '#tests/helpers/on_every_database'
import type { ApiClient } from '@japa/api-client'
import { documentTexts } from '../../fakes/document_server/ooxml.js'
import { noticesOf } from '../../helpers/heard_notices.js'
import { download } from '../../helpers/download.js'
import {
  actionsOf,
  documentOf,
  editorStage,
  staged,
  versionsOf,
  type EditorStage,
  forgetLosses,
  lookingAt,
} from '../../helpers/editor_stage.js'
import { loseWork, sweep, forgetKept } from '../../helpers/lost_saves.js'
import { makeOperator } from '../../helpers/accounts.js'

test.group('Documents | lost saves', (group) => {
  onEveryDatabase(group)
  const notices = noticesOf(group)
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })

  /** An editing session whose last save is refused for good, while the editor is switched off. */
  async function lost(client: ApiClient, text: string) {
    const made = await staged(client)
    return { ...made, delivered: await loseWork(stage, made.config, { text }) }
  }

  test('bring back what was refused, as a version, and tell its author', async ({
    client,
    assert,
  }) => {
    const { id, owner, config, delivered } = await lost(client, 'Not lost.')
    assert.containsSubset(delivered, { saved: false, attempts: 1, reply: { status: 403 } })
    assert.lengthOf(await versionsOf(id), 1)

    assert.deepEqual(await sweep(), { recovered: 1, known: 0, foreign: 0, failed: 0 })
    const [, version] = await versionsOf(id)
    assert.containsSubset(version!.$attributes, { kind: 'recovered', authorId: owner.id })
    const content = await download(client, `/app/document/${id}/versions/2/content`)
    assert.include(documentTexts(content.bytes, 'docx'), 'Not lost.')
    const document = await documentOf(id)
    assert.equal(document.versionNo, 2)
    assert.notEqual(document.sessionKey, config.document.key)
    assert.include(await actionsOf(id), 'recovered')
    assert.deepEqual(notices.heard[0]!.userIds, [owner.id])
    assert.include(notices.heard[0]!.notice.body, 'Minutes')
    assert.deepEqual(stage.server.store.forgottenKeys(), [])

    const listed = (await client.get(`/app/document/${id}/versions`).loginAs(owner)).body().data
    assert.isTrue(listed[0].recovered)
    assert.deepEqual(await sweep(), { recovered: 0, known: 0, foreign: 0, failed: 0 })
  })

  test('keep what is brought back beside newer work, and say so', async ({ client, assert }) => {
    const { id, owner, config } = await lost(client, 'Older.')
    const { store } = stage.server
    const { bytes } = store.forgotten(config.document.key)!
    store.deleteForgotten(config.document.key)
    ;(await client.post(`/app/document/${id}/versions/1/restore`).loginAs(owner)).assertStatus(200)
    store.forget(config.document.key, 'docx', bytes)
    assert.containsSubset(await sweep(), { recovered: 1 })
    assert.equal((await documentOf(id)).versionNo, 2)
    assert.deepEqual(
      (await versionsOf(id)).map(({ kind }) => kind),
      ['blank', 'restored', 'recovered']
    )
    assert.include(notices.heard[0]!.notice.body, 'version 3')
  })

  test('make nothing of a save that had come through after all', async ({ client, assert }) => {
    const { id, config } = await staged(client)
    const editor = await stage.server.open(config)
    editor.edit('Twice.')
    const sent = (await editor.close())!
    const { bytes } = stage.server.store.open(new URL(String(sent.payload.url)))!
    stage.server.store.forget(config.document.key, 'docx', bytes)
    assert.deepEqual(await sweep(), { recovered: 0, known: 1, foreign: 0, failed: 0 })
    assert.lengthOf(await versionsOf(id), 2)
    assert.lengthOf(notices.heard, 0)
    assert.deepEqual(stage.server.store.forgottenKeys(), [])
  })

  test('leave the work of other services alone', async ({ assert }) => {
    stage.server.store.forget('somebody-elses', 'docx', Buffer.from('PK'))
    assert.deepEqual(await sweep(), { recovered: 0, known: 0, foreign: 1, failed: 0 })
    assert.deepEqual(stage.server.store.forgottenKeys(), ['somebody-elses'])
    stage.server.store.deleteForgotten('somebody-elses')
  })

  test('try again later what cannot be fetched now', async ({ client, assert }) => {
    const { id } = await lost(client, 'Patience.')
    stage.server.faults.output = 'unavailable'
    assert.containsSubset(await sweep(), { recovered: 0, failed: 1 })
    delete stage.server.faults.output
    assert.lengthOf(stage.server.store.forgottenKeys(), 1)
    assert.containsSubset(await sweep(), { recovered: 1, failed: 0 })
    assert.lengthOf(await versionsOf(id), 2)
  })
})

const NOTHING = { recovered: 0, known: 0, foreign: 0, failed: 0 }

test.group('Documents | what is lost again, or cannot be brought back', (group) => {
  const notices = noticesOf(group)
  let stage: EditorStage
  let onDownload: (path: string) => void = () => undefined
  group.setup(async () => {
    stage = await editorStage({
      onEvent: (event) => event.kind === 'download' && onDownload(event.path),
    })
    return () => stage.close()
  })
  group.each.teardown(async () => {
    stage.configure()
    onDownload = () => undefined
    forgetKept(stage)
    await forgetLosses()
  })

  async function lost(client: ApiClient, text: string) {
    const made = await staged(client)
    const looking = await lookingAt(client, made.id)
    await loseWork(stage, made.config, { text })
    return { ...made, looking }
  }

  async function textsOf(client: ApiClient, id: number, no: number) {
    const { bytes } = await download(client, `/app/document/${id}/versions/${no}/content`)
    return documentTexts(bytes, 'docx')
  }

  test('bring back a second loss of the same session', async ({ client, assert }) => {
    const { id, config, looking } = await lost(client, 'First.')
    assert.deepEqual(await sweep(), { ...NOTHING, recovered: 1 })
    await stage.server.open(looking)
    await loseWork(stage, config, { text: 'Second.' })
    assert.deepEqual(stage.server.store.forgottenKeys(), [config.document.key])
    assert.deepEqual(await sweep(), { ...NOTHING, recovered: 1 })
    assert.include(await textsOf(client, id, 3), 'Second.')
    assert.equal((await documentOf(id)).versionNo, 2)
    assert.deepEqual(stage.server.store.forgottenKeys(), [])
    assert.lengthOf(notices.heard, 2)
  })

  test('know what was brought back, when it could not be deleted there', async ({
    client,
    assert,
  }) => {
    const { id, config } = await lost(client, 'Once.')
    const { store } = stage.server
    const { bytes } = store.forgotten(config.document.key)!
    await sweep()
    store.forget(config.document.key, 'docx', bytes)
    assert.deepEqual(await sweep(), { ...NOTHING, known: 1 })
    assert.lengthOf(await versionsOf(id), 2)
    assert.deepEqual(store.forgottenKeys(), [])
  })

  test('tell once of what is too large, and bring it back once that is mended', async ({
    client,
    assert,
  }) => {
    const { id, owner, config } = await lost(client, 'Large.')
    const mender = await makeOperator()
    stage.configure({ downloadLimit: 10 })
    assert.deepEqual(await sweep(), { ...NOTHING, failed: 1 })
    assert.deepEqual(await sweep(), { ...NOTHING, failed: 1 })
    assert.deepEqual(stage.server.store.forgottenKeys(), [config.document.key])
    const [told, ...more] = notices.heard.filter(({ userIds }) => userIds.length === 1)
    assert.lengthOf(more, 0)
    assert.deepEqual(told!.userIds, [owner.id])
    assert.include(told!.notice.body, 'EDITOR_SAVE_LIMIT_MB')
    const toMenders = notices.heard.filter(({ notice }) =>
      notice.body.includes(config.document.key)
    )
    assert.lengthOf(toMenders, 1)
    assert.isDefined(mender)

    stage.configure()
    assert.deepEqual(await sweep(), { ...NOTHING, recovered: 1 })
    assert.lengthOf(await versionsOf(id), 2)
  })
})
