import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { nothing } from '#kernel/data_scope/reach'
import { toStored } from '#kernel/database/instant'
import type { User } from '#plugins/identity/main'
import DocumentOpening from '../../../app/plugins/documents/models/document_opening.js'
import { makeOperator } from '../../helpers/accounts.js'
import {
  actionsOf,
  configOf,
  editorStage,
  ownerOfRows,
  staged,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'

const FIELDS = [{ key: 'Salary', value: '9,000', type: 'text' }]

/** The document server takes a form from whoever has the document open. */
test.group('Documents | forms of whoever may not fill them in', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })

  async function shared(client: ApiClient, level: string) {
    const [owner, guest] = [await ownerOfRows(stage), await ownerOfRows(stage)]
    const { id, config } = await staged(client, owner)
    await stage.server.open(config)
    await share(client, id, owner, guest, level)
    const editor = await stage.server.open(await configOf(client, id, guest))
    return { id, owner, guest, editor }
  }

  async function share(client: ApiClient, id: number, by: User, to: User, level: string) {
    const body = { subjectType: 'user', subjectId: to.id, level }
    const made = client.post(`/app/document/${id}/shares`).loginAs(by).json(body)
    ;(await made).assertStatus(200)
  }

  const ago = (minutes: number) => toStored(Date.now() - minutes * 60_000)
  const kindsOf = async (id: number) => (await versionsOf(id)).map(({ kind }) => kind)

  for (const level of ['view', 'comment', 'review'])
    test(`are refused, and noted, of whom it is shared with at ${level}`, async ({
      client,
      assert,
    }) => {
      const { id, editor } = await shared(client, level)
      const sent = await editor.submitForm(FIELDS)
      assert.containsSubset(sent, { saved: false, reply: { status: 400 } })
      assert.deepEqual(await kindsOf(id), ['blank'])
      assert.include(await actionsOf(id), 'form_rejected')
      await editor.close()
    })

  for (const mark of ['barredAt', 'refusedAt'])
    test(`are kept for a minute after the right was lost, and no longer: ${mark}`, async ({
      client,
      assert,
    }) => {
      const { id } = await staged(client)
      const guest = await makeOperator()
      const editor = await stage.server.open(await configOf(client, id, guest))
      stage.gate.tell(guest.id, nothing)
      const openings = DocumentOpening.query().where({ documentId: id, userId: guest.id })
      await openings.clone().update({ [mark]: ago(0) })
      assert.isTrue((await editor.submitForm(FIELDS))!.saved)

      await openings.clone().update({ [mark]: ago(2) })
      assert.isFalse((await editor.submitForm([{ ...FIELDS[0], value: '90,000' }]))!.saved)
      assert.deepEqual(await kindsOf(id), ['blank', 'submitted_form'])
      await editor.close()
    })
})
