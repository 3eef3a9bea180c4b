import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { toStored } from '#kernel/database/instant'
import { clock } from '#kernel/state/clock'
import type { User } from '#plugins/identity/main'
import DocumentLog from '../../../app/plugins/documents/models/document_log.js'
import { ForcedBy } from '../../fakes/document_server/forced_saves.js'
import { makeOperator } from '../../helpers/accounts.js'
import { configOf, editorStage, type EditorStage } from '../../helpers/editor_stage.js'
import { noticesOf } from '../../helpers/heard_notices.js'
import { toldSession } from '../../helpers/told_saves.js'

const ELEVEN_MINUTES = 660_000
const withoutFile = { url: undefined, changesurl: undefined }

test.group('Documents | forms that the document server could not write', (group) => {
  const notices = noticesOf(group)
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.teardown(() => {
    delete stage.server.faults.saving
    delete stage.server.faults.output
  })

  async function formOf(client: ApiClient) {
    const session = await toldSession(client, stage)
    const submitter = await makeOperator()
    const actions = ({ id }: User) => [{ type: 2, userid: String(id) }]
    const failed = (by: User, more: object = {}) => {
      const form = { forcesavetype: ForcedBy.form, actions: actions(by) }
      const changer = [session.owner.id]
      return session.save({ status: 7, text: 'half', by: changer, more: { ...form, ...more } })
    }
    return { ...session, submitter, failed }
  }

  const rejectedIn = (documentId: number) =>
    DocumentLog.query().where({ documentId, action: 'form_rejected' }).orderBy('id')

  const titlesFor = ({ id }: User) => notices.toldTo(id).map(({ title }) => title)

  test('are told to whoever submitted them, and not to who changed last', async ({
    client,
    assert,
  }) => {
    const { id, owner, submitter, failed } = await formOf(client)
    for (let times = 0; times < 3; times++)
      assert.isTrue((await failed(submitter, withoutFile).send()).saved)
    assert.deepEqual(titlesFor(submitter), ['A form of yours was not submitted'])
    assert.include(notices.toldTo(submitter.id)[0]!.body, 'submit it again')
    assert.isEmpty(notices.toldTo(owner.id))
    const [noted] = await rejectedIn(id)
    assert.equal(noted!.operatorId, submitter.id)
    assert.containsSubset(noted!.detail, { status: 7, contributors: [submitter.id] })
  })

  test('are told to each who submits, and again to who does it again later', async ({
    client,
    assert,
  }) => {
    const { id, owner, submitter, failed } = await formOf(client)
    const other = await makeOperator()
    const plain = { ...withoutFile, history: undefined }
    for (const by of [submitter, other, submitter]) await failed(by, plain).send()
    assert.lengthOf(notices.toldTo(submitter.id), 1)
    assert.lengthOf(notices.toldTo(other.id), 1)
    const then = toStored(clock.now() - ELEVEN_MINUTES)
    await DocumentLog.query().where({ documentId: id }).update({ createdAt: then })
    await failed(submitter, plain).send()
    assert.lengthOf(notices.toldTo(submitter.id), 2)
    assert.isEmpty(notices.toldTo(owner.id))
  })

  test('are told to the owner where nobody knows who submitted them', async ({
    client,
    assert,
  }) => {
    const { owner, failed } = await formOf(client)
    const unknown = { actions: [{ type: 2, userid: '999999999' }], users: ['999999999'] }
    await failed(owner, { ...withoutFile, ...unknown }).send()
    assert.deepEqual(titlesFor(owner), ['A form of yours was not submitted'])
  })

  test('keep what came of them with the log', async ({ client, assert }) => {
    const { id, submitter, failed } = await formOf(client)
    assert.isTrue((await failed(submitter).send()).saved)
    const kept = await DocumentLog.query().where({ documentId: id }).whereNotNull('fileId')
    assert.deepEqual(
      kept.map(({ action, operatorId }) => [action, operatorId]),
      Array(2).fill(['form_rejected', submitter.id])
    )
  })

  test('are noted and told once where what came of them cannot be fetched', async ({
    client,
    assert,
  }) => {
    const { id, owner, submitter, failed } = await formOf(client)
    stage.server.faults.output = 'notFound'
    for (let times = 0; times < 2; times++)
      assert.equal((await failed(submitter).send()).reply!.status, 503)
    assert.lengthOf(await rejectedIn(id), 2)
    assert.lengthOf(notices.toldTo(submitter.id), 1)
    assert.isEmpty(notices.toldTo(owner.id))
  })

  test('hide no failure of a forced save, and are hidden by none', async ({ client, assert }) => {
    const { submitter, failed, save } = await formOf(client)
    const forced = { status: 7, text: 'half', by: [submitter.id], more: withoutFile }
    await failed(submitter, withoutFile).send()
    await save(forced).send()
    await failed(submitter, withoutFile).send()
    await save(forced).send()
    const titles = ['A form of yours was not submitted', 'A save of yours failed']
    assert.deepEqual(titlesFor(submitter), titles)
  })

  test('are told to who pressed the button in a form that another filled in', async ({
    client,
    assert,
  }) => {
    const { id, owner, config } = await toldSession(client, stage)
    const by = await makeOperator()
    const filler = await stage.server.open(config)
    const presser = await stage.server.open(await configOf(client, id, by))
    filler.edit('Acme')
    stage.server.faults.saving = true
    await presser.submitForm([{ key: 'name', value: 'Acme' }])
    assert.deepEqual(titlesFor(by), ['A form of yours was not submitted'])
    assert.isEmpty(notices.toldTo(owner.id))
    delete stage.server.faults.saving
    for (const editor of [presser, filler]) await editor.close()
  })
})
