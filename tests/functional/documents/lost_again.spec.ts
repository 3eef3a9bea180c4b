import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { actAsSystem } from '#kernel/operator/acting'
import { People } from '#plugins/identity/main'
import Document from '../../../app/plugins/documents/models/document.js'
import { documentTexts } from '../../fakes/document_server/ooxml.js'
import { makeOperator } from '../../helpers/accounts.js'
import { download } from '../../helpers/download.js'
import {
  configOf,
  goingOn,
  documentOf,
  editorStage,
  forgetLosses,
  lookingAt,
  staged,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { noticesOf } from '../../helpers/heard_notices.js'
import { forgetKept, loseWork, sweep } from '../../helpers/lost_saves.js'
import { wordBytes } from '../../helpers/packages.js'

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

  test('delete nothing but what was brought back', async ({ client, assert }) => {
    const { id, config } = await lost(client, 'First.')
    const { store } = stage.server
    let times = 0
    onDownload = (path) => {
      if (!path.includes('/forgotten/') || times++ > 0) return
      store.forget(config.document.key, 'docx', wordBytes('lost in the same moment'))
    }
    assert.deepEqual(await sweep(), { ...NOTHING, recovered: 1 })
    assert.lengthOf(await versionsOf(id), 3)
    assert.deepEqual(store.forgottenKeys(), [])
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

  test('leave it to the session that goes on from it', async ({ client, assert }) => {
    const { id, owner, config } = await lost(client, 'Lost.')
    const editor = await stage.server.open(await goingOn(stage, client, id, owner))
    assert.include(editor.texts, 'Lost.')
    editor.edit('Found.')
    assert.deepEqual(await sweep(), { ...NOTHING, inUse: 1 })
    assert.equal((await documentOf(id)).editorKey, config.document.key)
    await editor.close()
    assert.deepEqual(await sweep(), NOTHING)
    assert.includeMembers(await textsOf(client, id, 2), ['Lost.', 'Found.'])
    assert.equal((await documentOf(id)).versionNo, 2)
  })

  test('leave it to who can save what a crash left unsaved, and say so once', async ({
    client,
    assert,
  }) => {
    const { id, owner } = await lost(client, 'Lost.')
    const editor = await stage.server.open(await goingOn(stage, client, id, owner))
    editor.edit('Unsaved.')
    stage.server.crash()
    for (let times = 0; times < 2; times++)
      assert.deepEqual(await sweep(), { ...NOTHING, inUse: 1 })
    assert.lengthOf(notices.toldTo(owner.id), 1)
    assert.include(notices.toldTo(owner.id)[0]!.body, 'open the document once and close it')

    await (await stage.server.open(await goingOn(stage, client, id, owner))).close()
    assert.deepEqual(await sweep(), NOTHING)
    assert.includeMembers(await textsOf(client, id, 2), ['Lost.', 'Unsaved.'])
  })

  test('bring back a text that could only be written as docx', async ({ client, assert }) => {
    const { id, config } = await staged(client)
    const { store } = stage.server
    await actAsSystem('a text of before', () =>
      Document.query().where('id', id).update({ fileType: 'odt' })
    )
    store.forget(config.document.key, 'docx', wordBytes('otherwise'))
    assert.deepEqual(await sweep(), { ...NOTHING, recovered: 1 })
    const [, version] = await versionsOf(id)
    assert.equal(version!.fileType, 'docx')
    assert.equal((await documentOf(id)).fileType, 'docx')
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

  test('tell once of what is damaged for good, and leave it where it is', async ({
    client,
    assert,
  }) => {
    const { id, owner, config } = await staged(client)
    const { store } = stage.server
    store.forget(config.document.key, 'docx', Buffer.from('no package at all'))
    for (let times = 0; times < 3; times++) {
      assert.deepEqual(await sweep(), { ...NOTHING, failed: 1 })
    }
    assert.deepEqual(store.forgottenKeys(), [config.document.key])
    assert.lengthOf(await versionsOf(id), 1)
    const bodies = notices.toldTo(owner.id).map(({ body }) => body)
    assert.lengthOf(
      bodies.filter((body) => body.includes('the document server keeps them')),
      1
    )
  })

  test('say nothing of what may be better next time', async ({ client, assert }) => {
    await lost(client, 'Patience.')
    stage.server.faults.output = 'unavailable'
    assert.deepEqual(await sweep(), { ...NOTHING, failed: 1 })
    delete stage.server.faults.output
    assert.lengthOf(notices.heard, 0)
    assert.deepEqual(await sweep(), { ...NOTHING, recovered: 1 })
  })

  test('name whose save was refused, not who was in the session last', async ({
    client,
    assert,
  }) => {
    const { id, owner, config } = await staged(client)
    const other = await makeOperator()
    const editor = await stage.server.open(config)
    const second = await stage.server.open(await configOf(client, id, other))
    editor.edit('By the first.')
    await editor.close()
    stage.configure({ downloadLimit: 10 })
    await second.close()
    stage.configure()
    assert.deepEqual(await sweep(), { ...NOTHING, recovered: 1 })
    const [, version] = await versionsOf(id)
    assert.equal(version!.authorId, owner.id)
    assert.deepEqual(notices.heard[0]!.userIds, [owner.id])
  })

  const diagnose = 'document:editor:diagnose'

  test('tell who looks after the editor once, and after whose work it is', async ({
    client,
    assert,
  }) => {
    const { owner, config } = await lost(client, 'Large.')
    await makeOperator()
    stage.gate.tell(owner.id, null, diagnose)
    stage.configure({ downloadLimit: 10 })
    notices.beyond.add(owner.id)
    for (let times = 0; times < 2; times++) await sweep()
    assert.lengthOf(notices.heard, 0)
    notices.beyond.clear()
    for (let times = 0; times < 2; times++) await sweep()
    const [first, second, ...more] = notices.heard
    assert.lengthOf(more, 0)
    assert.deepEqual(first!.userIds, [owner.id])
    assert.include(second!.notice.body, config.document.key)
  })

  test('name the key to nobody where nobody looks after the editor', async ({ client, assert }) => {
    const { owner, config } = await lost(client, 'Large.')
    const people = await app.container.make(People)
    await actAsSystem('look on in a test', async () => {
      for await (const ids of people.active(null))
        for (const id of ids) stage.gate.tell(id, null, diagnose)
    })
    stage.configure({ downloadLimit: 10 })
    await sweep()
    assert.deepEqual(
      notices.heard.map(({ userIds }) => userIds),
      [[owner.id]]
    )
    assert.notInclude(notices.heard[0]!.notice.body, config.document.key)
  })
})
