import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { toStored } from '#kernel/database/instant'
import { actAsSystem } from '#kernel/operator/acting'
import { clock } from '#kernel/state/clock'
import type { User } from '#plugins/identity/main'
import Document from '../../../app/plugins/documents/models/document.js'
import DocumentKey from '../../../app/plugins/documents/models/document_key.js'
import DocumentLog from '../../../app/plugins/documents/models/document_log.js'
import DocumentOpening from '../../../app/plugins/documents/models/document_opening.js'
import DocumentVersion from '../../../app/plugins/documents/models/document_version.js'
import { SettleTelling } from '../../../app/plugins/documents/recovery/settle_telling.js'
import { makeOperator } from '../../helpers/accounts.js'
import {
  configOf,
  editorStage,
  staged,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { noticesOf } from '../../helpers/heard_notices.js'
import { forgetKept, lose, sweep } from '../../helpers/lost_saves.js'

const MINUTE_MS = 60_000

test.group('Documents | lost work that a node of an older release brought back', (group) => {
  const notices = noticesOf(group)
  let stage: EditorStage
  let [ann, bob, cid]: User[] = []
  group.setup(async () => {
    stage = await editorStage({ now: () => clock.now() })
    return () => stage.close()
  })
  group.each.setup(async () => {
    await (await app.container.make(SettleTelling)).handle()
    ;[ann, bob, cid] = [await makeOperator(), await makeOperator(), await makeOperator()]
    return () => {
      clock.restore()
      forgetKept(stage)
    }
  })

  const open = async (client: ApiClient, id: number, who: User) =>
    stage.server.open(await configOf(client, id, who))

  /**
   * Ann and Bob were inside. It puts the work down to Bob, who was heard of last, tells him alone, and says nowhere
   * that it lies beside.
   *
   * @param isBeside whether the document had gone on without it; then Cid is in its next session
   */
  async function broughtBack(client: ApiClient, isBeside: boolean) {
    const { id } = await staged(client, ann)
    const first = await open(client, id, ann!)
    const second = await open(client, id, bob!)
    first.edit('Ann was here.')
    await first.close()
    clock.travel(MINUTE_MS)
    await lose(stage, second)
    clock.travel(2 * MINUTE_MS)
    await sweep()
    if (isBeside) {
      await actAsSystem('test', () => Document.query().where({ id }).update({ versionNo: 1 }))
      const third = await open(client, id, cid!)
      third.edit('Cid goes on.')
    }
    const version = (await versionsOf(id)).at(-1)!
    const guessed = { authorId: bob!.id, authorName: 'B' }
    const unnoted = { beside: false, concerned: null, toldAt: null, history: null }
    await DocumentVersion.query()
      .where('id', version.id)
      .update({ kind: 'recovered', ...guessed, ...unnoted })
    if (!isBeside) await keyBefore(version)
    await DocumentOpening.query().where('documentId', id).delete()
    await DocumentLog.query()
      .where('documentId', id)
      .where('action', 'like', 'editing%')
      .update({ detail: null, keyId: null })
    notices.heard.length = 0
    return { id, version }
  }

  /** That node made the next key first, and kept the version after it. */
  async function keyBefore({ documentId, createdAt }: DocumentVersion) {
    const next = await DocumentKey.query().where({ documentId }).orderBy('id', 'desc').firstOrFail()
    await DocumentKey.query()
      .where('id', next.id)
      .update({ createdAt: toStored(createdAt) })
  }

  async function settle() {
    const rest = async () => (await app.container.make(SettleTelling)).handle()
    for (let times = 0; times < 2; times++) await Promise.all([rest(), rest()])
  }

  const bodiesTo = ({ id }: User) => notices.toldTo(id).map(({ body }) => body)

  test('is told to the others of its session where it lies beside', async ({ client, assert }) => {
    const { id, version } = await broughtBack(client, true)
    await settle()
    const [body, ...more] = bodiesTo(ann!)
    assert.isEmpty(more)
    assert.include(body!, `kept as version ${version.no}, beside the present version`)
    assert.isEmpty([...bodiesTo(bob!), ...bodiesTo(cid!)])
    assert.isTrue((await versionsOf(id)).at(-1)!.beside)
  })

  test('is told to nobody anew where it is present', async ({ client, assert }) => {
    const { id } = await broughtBack(client, false)
    await settle()
    assert.isEmpty(notices.heard)
    assert.isFalse((await versionsOf(id)).at(-1)!.beside)
  })

  test('is told to its author, too, where it came late and was not looked for', async ({
    client,
    assert,
  }) => {
    const { id, version } = await broughtBack(client, true)
    const { no: versionNo } = version
    await DocumentLog.query()
      .where({ documentId: id, action: 'recovered', versionNo })
      .update({ action: 'saved' })
    await settle()
    for (const one of [ann!, bob!]) assert.lengthOf(bodiesTo(one), 1)
    assert.isEmpty(bodiesTo(cid!))
    assert.equal((await versionsOf(id)).at(-1)!.kind, 'late')
  })
})
