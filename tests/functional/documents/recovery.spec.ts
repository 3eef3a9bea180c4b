import { Secret } from '@adonisjs/core/helpers'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { TellAuthors } from '../../../app/plugins/documents/notices/tell_authors.js'
import { documentTexts } from '../../fakes/document_server/ooxml.js'
import { makeOperator } from '../../helpers/accounts.js'
import { noticesOf } from '../../helpers/heard_notices.js'
import { download } from '../../helpers/download.js'
import {
  actionsOf,
  configOf,
  documentOf,
  editorStage,
  staged,
  versionsOf,
  type EditorStage,
  goingOn,
} from '../../helpers/editor_stage.js'
import { lose, loseWork, sweep } from '../../helpers/lost_saves.js'

test.group('Documents | lost saves', (group) => {
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

  test('are not taken for none when the document server refuses to tell of them', async ({
    client,
    assert,
  }) => {
    await lost(client, 'Still there.')
    stage.configure({ secret: new Secret('another secret of at least thirty-two bytes') })
    await assert.rejects(sweep, /refuses the signature.*EDITOR_JWT_SECRET/)
    stage.configure()
    assert.containsSubset(await sweep(), { recovered: 1 })
  })

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
    assert.notEqual(document.editorKey, config.document.key)
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

  test('take the save when the document server offers it again by itself', async ({
    client,
    assert,
  }) => {
    const { id, owner, config } = await lost(client, 'Once more.')
    const again = await stage.server.open(await goingOn(stage, client, id, owner))
    assert.equal(again.room.key, config.document.key)
    assert.isTrue(again.canEdit)
    assert.containsSubset(await again.close(), { status: 2, saved: true })
    assert.deepEqual(await sweep(), { recovered: 0, known: 0, foreign: 0, failed: 0 })
    const after = await stage.server.open(await configOf(client, id, owner))
    assert.isTrue(after.canEdit)
    assert.include(after.texts, 'Once more.')
    await after.close()
  })

  test('tell everybody who was inside where it is not known who changed, and name nobody', async ({
    client,
    assert,
  }) => {
    const { id, owner, config } = await staged(client)
    const other = await makeOperator()
    const one = await stage.server.open(config)
    const two = await stage.server.open(await configOf(client, id, other))
    two.edit('By the other.')
    await one.close()
    await lose(stage, two)
    await sweep()
    assert.lengthOf(notices.heard, 1)
    assert.sameMembers([...notices.heard[0]!.userIds], [owner.id, other.id])
    assert.include(notices.heard[0]!.notice.body, 'a session that you were in, or let into')
    const [, version] = await versionsOf(id)
    assert.containsSubset(version!.$attributes, { kind: 'recovered', authorId: null })
  })

  test('tell all whose changes a refused save carried, later ones too, and name who changed last', async ({
    client,
    assert,
  }) => {
    const { id, owner, config } = await staged(client)
    const [other, onlooker] = [await makeOperator(), await makeOperator()]
    const one = await stage.server.open(config)
    const two = await stage.server.open(await configOf(client, id, other))
    const three = await stage.server.open(await configOf(client, id, onlooker))
    two.edit('By the other.')
    one.edit('By the owner, last.')
    await one.close()
    await two.close()
    stage.configure({ downloadLimit: 10 })
    await three.close()
    stage.configure()
    notices.isDown = true
    await sweep()
    notices.isDown = false
    await (await app.container.make(TellAuthors)).rest()
    const told = notices.heard.filter(({ userIds }) => userIds.includes(owner.id))
    assert.lengthOf(told, 1)
    assert.sameMembers([...told[0]!.userIds], [owner.id, other.id])
    const [, version] = await versionsOf(id)
    assert.equal(version!.authorId, owner.id)
  })
})
