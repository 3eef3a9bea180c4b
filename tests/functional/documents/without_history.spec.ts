import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { actAsSystem } from '#kernel/operator/acting'
import type { User } from '#plugins/identity/main'
import Document from '../../../app/plugins/documents/models/document.js'
import DocumentLog from '../../../app/plugins/documents/models/document_log.js'
import { makeOperator } from '../../helpers/accounts.js'
import {
  configOf,
  documentOf,
  editorStage,
  versionsOf,
  type EditorStage,
  type StagedConfig,
} from '../../helpers/editor_stage.js'
import { noticesOf } from '../../helpers/heard_notices.js'
import { toldSession } from '../../helpers/told_saves.js'

const CHANGING = ['edit', 'propose', 'comment', 'fill']

test.group('Documents | saves whose history names nobody', (group) => {
  const notices = noticesOf(group)
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.teardown(() => {
    stage.configure()
  })

  /** An editor that is not told to leave, as one is that does not obey. */
  async function unobeying(config: StagedConfig) {
    stage.configure({ documentServerInternalUrl: 'http://127.0.0.1:9' })
    await stage.server.open(config)
    stage.configure()
  }

  const take = (user: User, verbs = CHANGING) => {
    for (const verb of verbs) stage.gate.tell(user.id, null, `document:document:${verb}`)
  }

  async function joined(client: ApiClient) {
    const session = await toldSession(client, stage)
    const other = await makeOperator()
    const theirs = await configOf(client, session.id, other)
    /** Of it the document server knows no more than that the other one changed last. */
    const last = (more = {}) =>
      session.save({ text: 'A B', more: { history: {}, users: [String(other.id)], ...more } })
    return { ...session, other, theirs, last }
  }

  test('are saved as ever where one who may was inside with one who may no more', async ({
    client,
    assert,
  }) => {
    const { id, config, other, theirs, last } = await joined(client)
    await stage.server.open(config)
    take(other)
    await unobeying(theirs)
    await last().send()
    assert.equal((await documentOf(id)).versionNo, 2)
  })

  test('lie beside where all who were inside may no more', async ({ client, assert }) => {
    const { id, other, theirs, last } = await joined(client)
    take(other)
    await unobeying(theirs)
    await last().send()
    assert.equal((await documentOf(id)).versionNo, 1)
    assert.isTrue((await versionsOf(id))[1]!.unpermitted)
  })

  test('are told to all who were inside', async ({ client, assert }) => {
    const { id, owner, config, other, theirs, last } = await joined(client)
    await stage.server.open(config)
    await stage.server.open(theirs)
    await actAsSystem('put it under review', () =>
      Document.query().where({ id }).update({ status: 'in_review' })
    )
    await last().send()
    assert.sameMembers([...notices.heard[0]!.userIds], [owner.id, other.id])
  })

  test('name all who were inside when they are refused', async ({ client, assert }) => {
    const { id, owner, config, other, theirs, last } = await joined(client)
    await stage.server.open(config)
    await stage.server.open(theirs)
    await last({ url: 'no address' }).send()
    const [entry] = await DocumentLog.query().where({ documentId: id, action: 'save_rejected' })
    assert.sameMembers(entry!.detail!.contributors as number[], [owner.id, other.id])
  })
})
