import { test } from '@japa/runner'
import type { Assert } from '@japa/assert'
import type { ApiClient } from '@japa/api-client'
import { editorIdOf } from '../../../app/plugins/documents/editor/editor_ids.js'
import { EditorRefusal } from '../../fakes/document_server/configuration.js'
import { documentTexts } from '../../fakes/document_server/ooxml.js'
import { makeOperator } from '../../helpers/accounts.js'
import { download } from '../../helpers/download.js'
import {
  configOf,
  documentOf,
  lookingAt,
  staged,
  type StagedConfig,
} from '../../helpers/editor_stage.js'
import { HOUR_MS, lookedAfter, MINUTE_MS } from '../../helpers/looked_after.js'
import { toStored } from '#kernel/database/instant'
import { actAsSystem } from '#kernel/operator/acting'
import { clock } from '#kernel/state/clock'
import Document from '../../../app/plugins/documents/models/document.js'
import DocumentKey from '../../../app/plugins/documents/models/document_key.js'

test.group('Documents | a configuration of before its session saved', (group) => {
  const there = lookedAfter(group)

  /** Ann saves on the way and leaves; Bob, too, and stays. Each came with a configuration of before, and Carol has one. */
  async function savedTwice(client: ApiClient) {
    const { id } = await staged(client)
    const [ann, bob, carol] = [await makeOperator(), await makeOperator(), await makeOperator()]
    const [anns, bobs, carols] = [
      await configOf(client, id, ann),
      await configOf(client, id, bob),
      await configOf(client, id, carol),
    ]
    const [first, second] = [
      await there.stage.server.open(anns),
      await there.stage.server.open(bobs),
    ]
    clock.travel(MINUTE_MS)
    first.edit('Ann.')
    await first.forceSave()
    clock.travel(MINUTE_MS)
    await first.close()
    second.edit('Bob.')
    await second.forceSave()
    clock.travel(MINUTE_MS)
    return { id, carol, bob, bobs, carols }
  }

  async function presentTexts(client: ApiClient, id: number): Promise<string[]> {
    const { versionNo } = await documentOf(id)
    const { bytes } = await download(client, `/app/document/${id}/versions/${versionNo}/content`)
    return documentTexts(bytes, 'docx')
  }

  const refused = async (config: StagedConfig) => {
    const opened = there.stage.server.open(config)
    const error = await opened.then(
      () => undefined,
      (fault: unknown) => fault
    )
    return error instanceof EditorRefusal
  }

  test('opens what goes on, which is loaded', async ({ client, assert }) => {
    const { carols } = await savedTwice(client)
    const third = await there.stage.server.open(carols)
    assert.deepEqual(third.texts, ['Ann.', 'Bob.'])
  })

  for (const who of ['carol', 'bob'] as const)
    test(`opens nothing of before once the document server has lost its storage: ${who}`, async ({
      client,
      assert,
    }) => {
      const saved = await savedTwice(client)
      there.stage.server.loseStorage()
      assert.isTrue(await refused(who === 'bob' ? saved.bobs : saved.carols))

      const again = await there.stage.server.open(await configOf(client, saved.id, saved[who]))
      assert.deepEqual(again.texts, ['Ann.', 'Bob.'])
      again.edit('Later.')
      clock.travel(MINUTE_MS)
      await again.close()
      await there.stage.server.settled()
      assert.deepEqual(await presentTexts(client, saved.id), ['Ann.', 'Bob.', 'Later.'])
    })

  test('shuts nobody out who asks anew, while a page that could load nothing is still inside', async ({
    client,
    assert,
  }) => {
    const { id, carol, bob, carols } = await savedTwice(client)
    const { server } = there.stage
    server.loseStorage()
    server.faults.stays = true
    assert.isTrue(await refused(carols))
    const blank = [...server.editors.values()].find(({ user }) => user.id === editorIdOf(carol.id))!
    assert.deepEqual(server.room(carols.document.key)!.userIds, [blank.user.id])
    assert.isFalse(blank.canEdit)

    const editor = await server.open(await configOf(client, id, bob))
    assert.deepEqual(editor.texts, ['Ann.', 'Bob.'])
    editor.edit('Later.')
    clock.travel(MINUTE_MS)
    await editor.close()
    await blank.close()
    await server.settled()
    assert.deepEqual(await presentTexts(client, id), ['Ann.', 'Bob.', 'Later.'])
  })

  /** Carol alone comes and goes, and the document goes on without that session. */
  async function usedUp(client: ApiClient, assert: Assert) {
    const saved = await savedTwice(client)
    there.stage.server.loseStorage()
    assert.isTrue(await refused(saved.carols))
    await there.stage.server.settled()
    const { key } = saved.carols.document
    assert.notEqual((await documentOf(saved.id)).editorKey, key)
    return { ...saved, key }
  }

  const fetched = (client: ApiClient, { document }: StagedConfig) => {
    const { pathname, search } = new URL(document.url)
    return client.get(`${pathname}${search}`)
  }

  test('opens nothing under a key that is used up', async ({ client, assert }) => {
    const { id, carol, bob, bobs, carols } = await usedUp(client, assert)
    for (const config of [bobs, carols]) assert.isTrue(await refused(config))
    const answer = await fetched(client, carols)
    answer.assertStatus(403)
    assert.match(answer.body().message, /open the document again/)

    const again = await there.stage.server.open(await configOf(client, id, carol))
    assert.deepEqual(again.texts, ['Ann.', 'Bob.'])
    await again.close()
    for (let time = 0; time < 3; time++) {
      clock.travel(3 * HOUR_MS)
      await there.lookAfter()
    }
    assert.lengthOf(there.toldOfLoss(bob), 1)
  })

  test('opens one that is used up where work may lie unsaved under it, or only to look', async ({
    client,
  }) => {
    const { id, carol } = await savedTwice(client)
    const looking = await lookingAt(client, id, carol)
    const config = await configOf(client, id, carol)
    const { key: editorKey } = config.document
    await DocumentKey.query().where({ editorKey }).update({ state: 'replaced' })
    await actAsSystem('test', () =>
      Document.query().where({ id }).update({ editorKey: crypto.randomUUID(), versionNo: 3 })
    )
    ;(await fetched(client, config)).assertStatus(403)
    ;(await fetched(client, looking)).assertStatus(200)
    for (const left of [{ unsavedAt: toStored(clock.now()) }, { failedSave: 'unwritten' }]) {
      const none = { unsavedAt: null, failedSave: null }
      await DocumentKey.query()
        .where({ editorKey })
        .update({ ...none, ...left })
      ;(await fetched(client, config)).assertStatus(200)
    }
  })
})
