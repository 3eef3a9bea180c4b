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
  takeRights,
  unobeying,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { noticesOf } from '../../helpers/heard_notices.js'
import { toldSession } from '../../helpers/told_saves.js'

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

  const take = (user: User, verbs?: string[]) => takeRights(stage, user, verbs)

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
    await unobeying(stage, theirs)
    await last().send()
    assert.equal((await documentOf(id)).versionNo, 2)
  })

  test('lie beside where all who were inside may no more', async ({ client, assert }) => {
    const { id, other, theirs, last } = await joined(client)
    take(other)
    await unobeying(stage, theirs)
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

  test('are told to whoever was let in and may have been inside unheard, once they lie beside', async ({
    client,
    assert,
  }) => {
    const { id, owner, config, other, theirs, last } = await joined(client)
    const unheard = await makeOperator()
    await configOf(client, id, unheard)
    await stage.server.open(config)
    await stage.server.open(theirs)
    await actAsSystem('put it under review', () =>
      Document.query().where({ id }).update({ status: 'in_review' })
    )
    await last().send()
    assert.sameMembers([...notices.heard[0]!.userIds], [owner.id, other.id, unheard.id])
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
