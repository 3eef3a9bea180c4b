import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import DocumentKey from '../../../app/plugins/documents/models/document_key.js'
import DocumentLog from '../../../app/plugins/documents/models/document_log.js'
import DocumentVersion from '../../../app/plugins/documents/models/document_version.js'
import { HeldCourier } from '../../fakes/document_server/held_courier.js'
import { download } from '../../helpers/download.js'
import {
  configOf,
  documentOf,
  editorStage,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { toldSession, type Session } from '../../helpers/told_saves.js'
import { until } from '../../helpers/until.js'

test.group('Documents | what a node of an older release has kept beside', (group) => {
  const courier = new HeldCourier()
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage({ courier })
    return () => stage.close()
  })
  group.each.setup(() => () => {
    courier.holds = () => false
  })

  /** As it writes what it notes of a version, and of the keys, which it makes first. */
  const asOlder = async (documentId: number, no: number) => {
    const traces = { contentDigest: null, changesSize: null, assembledAt: null }
    await DocumentVersion.query()
      .where({ documentId, no })
      .update({ kind: 'recovered', beside: false, ...traces })
    for (const key of await DocumentKey.query()
      .where({ documentId })
      .whereNotNull('baseVersionNo')) {
      const base = (await versionsOf(documentId))[key.baseVersionNo! - 1]!
      const createdAt = base.createdAt.minus({ milliseconds: 1 })
      await key.merge({ baseVersionNo: null, createdAt }).save()
    }
  }

  /** Version 2 is present, and version 3 came late. */
  async function withBeside(client: ApiClient) {
    const session = await toldSession(client, stage)
    const { id, owner } = session
    const late = session.save({ text: 'Late.', by: [owner.id] })
    const restored = await client.post(`/app/document/${id}/versions/1/restore`).loginAs(owner)
    restored.assertStatus(200)
    await late.send()
    await asOlder(id, 3)
    return session
  }

  const rows = async (client: ApiClient, { id, owner }: Session) => {
    const { data } = (await client.get(`/app/document/${id}/versions`).loginAs(owner)).body()
    return (data as { no: number; beside: boolean; current: boolean }[]).map(
      ({ no, beside, current }) => [no, beside, current]
    )
  }

  const openedBy = async (client: ApiClient, { id, owner }: Session) =>
    stage.server.open(await configOf(client, id, owner))

  test('is told as such, also once somebody has gone on', async ({ client, assert }) => {
    const session = await withBeside(client)
    assert.deepEqual(await rows(client, session), [
      [3, true, false],
      [2, false, true],
      [1, false, false],
    ])
    const editor = await openedBy(client, session)
    editor.edit('Next.')
    await editor.close()
    assert.deepEqual(await rows(client, session), [
      [4, false, true],
      [3, true, false],
      [2, false, false],
      [1, false, false],
    ])
  })

  test('is not what a session is opened from again', async ({ client, assert }) => {
    const session = await withBeside(client)
    const editor = await openedBy(client, session)
    editor.edit('Once.')
    await editor.forceSave()
    editor.edit('Twice.')
    courier.holds = ({ status }, at) => status === 2 && at === 'way'
    const left = editor.close()
    await until(() => courier.held.length > 0)
    stage.server.crash()
    courier.holds = () => false
    courier.held[0]!.release('request_lost')
    await left
    stage.server.room((await documentOf(session.id)).editorKey)!.expire()

    const { url } = (await configOf(client, session.id, session.owner)).document
    const { pathname, search } = new URL(url)
    const { bytes } = await download(client, `${pathname}${search}`)
    const second = await download(client, `/app/document/${session.id}/versions/2/content`)
    assert.deepEqual(bytes, second.bytes)
  })

  for (const isLater of [false, true])
    test(`is not what texts say that a session began with${isLater ? ', where older nodes have gone on as well' : ''}`, async ({
      client,
      assert,
    }) => {
      const session = await withBeside(client)
      const { id } = session
      const editor = await openedBy(client, session)
      editor.edit('Better not.')
      await editor.forceSave()
      if (isLater) await asOlder(id, 3)
      editor.takeBack()
      await editor.close()
      const entry = await DocumentLog.findByOrFail({ documentId: id, action: 'closed_unsaved' })
      assert.equal(entry.detail!.began, 2)
    })

  test('leaves what was brought back and became present the beginning of a session', async ({
    client,
    assert,
  }) => {
    const session = await toldSession(client, stage)
    const { id } = session
    const first = await openedBy(client, session)
    first.edit('Brought back.')
    await first.close()
    await asOlder(id, 2)
    const editor = await openedBy(client, session)
    editor.edit('Better not.')
    await editor.forceSave()
    editor.takeBack()
    await editor.close()
    const entry = await DocumentLog.findByOrFail({ documentId: id, action: 'closed_unsaved' })
    assert.equal(entry.detail!.began, 2)
    assert.isFalse((await versionsOf(id))[1]!.beside)
  })
})
