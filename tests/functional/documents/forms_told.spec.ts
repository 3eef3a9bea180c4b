import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { TellAuthors } from '../../../app/plugins/documents/notices/tell_authors.js'
import { makeOperator } from '../../helpers/accounts.js'
import {
  configOf,
  editorStage,
  staged,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { hearNotices, type HeardNotices } from '../../helpers/heard_notices.js'

const FIELDS = [{ key: 'CompanyName', value: 'Acme', type: 'text' }]

test.group('Documents | who is told of a submitted form', (group) => {
  let stage: EditorStage
  let notices: HeardNotices
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.setup(() => {
    const heard = hearNotices()
    notices = heard.notices
    return heard.deaf
  })

  async function filler(client: ApiClient) {
    const { id, owner } = await staged(client)
    const by = await makeOperator()
    const editor = await stage.server.open(await configOf(client, id, by))
    return { id, owner, by, editor }
  }

  test('tell the owner, and nobody of a document closed without a last save', async ({
    client,
    assert,
  }) => {
    const { id, owner, by, editor } = await filler(client)
    await editor.submitForm(FIELDS)
    await editor.close()
    const [notice, ...others] = notices.toldTo(owner.id)
    assert.isEmpty(others)
    assert.equal(notice!.title, 'A form was submitted')
    assert.include(notice!.body, `${by.nickname} submitted “Minutes”`)
    assert.include(notice!.body, 'version 2')
    assert.isEmpty(notices.toldTo(by.id))
    assert.isNotNull((await versionsOf(id)).at(-1)!.toldAt)
  })

  test('tell no owner of what they submitted themselves', async ({ client, assert }) => {
    const { owner, config } = await staged(client)
    const editor = await stage.server.open(config)
    await editor.submitForm(FIELDS)
    await editor.close()
    assert.isEmpty(notices.toldTo(owner.id))
  })

  test('tell of a few in an hour, and that there may be more', async ({ client, assert }) => {
    const { id, owner, editor } = await filler(client)
    const submit = async (text: string) => {
      editor.edit(text)
      await editor.submitForm(FIELDS)
    }
    for (let turn = 1; turn <= 12; turn++) await submit(`Acme ${turn}`)
    const told = notices.toldTo(owner.id)
    assert.lengthOf(told, 10)
    const more = told.map(({ body }) => body.includes('within the hour'))
    assert.deepEqual(more, [...Array(9).fill(false), true])
    assert.lengthOf(await versionsOf(id), 13)
    assert.isEmpty((await versionsOf(id)).filter(({ no, toldAt }) => no > 1 && !toldAt))
    await editor.close()
  })

  test('tell later what could not be told at once', async ({ client, assert }) => {
    const { owner, editor } = await filler(client)
    notices.isDown = true
    await editor.submitForm(FIELDS)
    notices.isDown = false
    await editor.close()
    assert.isEmpty(notices.toldTo(owner.id))
    await (await app.container.make(TellAuthors)).rest()
    assert.lengthOf(notices.toldTo(owner.id), 1)
  })
})
