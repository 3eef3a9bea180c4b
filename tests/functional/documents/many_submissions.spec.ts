import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { clock } from '#kernel/state/clock'
import type { User } from '#plugins/identity/main'
import DocumentFormData from '../../../app/plugins/documents/models/document_form_data.js'
import { makeOperator } from '../../helpers/accounts.js'
import {
  actionsOf,
  configOf,
  editorStage,
  staged,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'

const MEGABYTE = 1024 * 1024

test.group('Documents | many submissions of a form', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })

  group.each.teardown(() => clock.restore())

  async function submitted(client: ApiClient, count: number, size: number) {
    const { id: documentId, owner } = await staged(client)
    for (let no = 1; no <= count; no++) {
      const fields = [{ key: 'no', value: no, note: 'é'.repeat(size / 2) }]
      const of = { submittedBy: owner.id, submittedByName: owner.nickname }
      await DocumentFormData.create({
        ...{ documentId, versionNo: 1, fields, identity: String(no) },
        ...of,
      })
    }
    return { id: documentId, owner }
  }

  async function page(client: ApiClient, id: number, user: User, before?: number | null) {
    const response = await client
      .get(`/app/document/${id}/versions/1/form-data`)
      .qs(before ? { before } : {})
      .loginAs(user)
    response.assertStatus(200)
    const { data } = response.body()
    const all: { fields: { value: number }[] }[] = [data, ...data.earlier]
    const numbers = all.map(({ fields }) => fields[0]!.value)
    return { bytes: Buffer.byteLength(response.text()), numbers, before: data.before }
  }

  test('are answered a megabyte at a time, newest first, and all in the end', async ({
    client,
    assert,
  }) => {
    const { id, owner } = await submitted(client, 8, MEGABYTE / 3)
    const numbers: number[] = []
    let before: number | null | undefined
    do {
      const some = await page(client, id, owner, before)
      assert.isBelow(some.bytes, MEGABYTE + 10_000)
      numbers.push(...some.numbers)
      before = some.before
    } while (before !== null)
    assert.deepEqual(numbers, [8, 7, 6, 5, 4, 3, 2, 1])
  })

  test('are answered one by one where each is larger than that', async ({ client, assert }) => {
    const { id, owner } = await submitted(client, 2, MEGABYTE + 2)
    const newest = await page(client, id, owner)
    assert.deepEqual(newest.numbers, [2])
    const rest = await page(client, id, owner, newest.before)
    assert.deepEqual(rest, { ...rest, numbers: [1], before: null })
  })

  test('are answered a hundred at a time where they are small', async ({ client, assert }) => {
    const { id, owner } = await submitted(client, 101, 2)
    const newest = await page(client, id, owner)
    assert.lengthOf(newest.numbers, 100)
    assert.deepEqual((await page(client, id, owner, newest.before)).numbers, [1])
  })

  test('are not there before the first', async ({ client }) => {
    const { id, owner } = await submitted(client, 1, 2)
    const path = `/app/document/${id}/versions/1/form-data`
    ;(await client.get(path).qs({ before: 1 }).loginAs(owner)).assertStatus(404)
    ;(await client.get(path).qs({ before: 'x' }).loginAs(owner)).assertStatus(422)
  })

  test('of one person are slowed down: what is not kept is noted once, and others go on', async ({
    client,
    assert,
  }) => {
    clock.stop()
    const { id, config } = await staged(client)
    const editor = await stage.server.open(config)
    const submit = async (value: string) => {
      editor.edit(value)
      return editor.submitForm([{ key: 'no', value }])
    }
    for (let no = 1; no <= 20; no++) assert.isTrue((await submit(`${no}`))!.saved)
    for (let no = 1; no <= 3; no++) assert.isFalse((await submit(`beyond ${no}`))!.saved)
    assert.lengthOf(await versionsOf(id), 21)
    const rejected = (await actionsOf(id)).filter((action) => action === 'form_rejected')
    assert.lengthOf(rejected, 1)

    const other = await stage.server.open(await configOf(client, id, await makeOperator()))
    other.edit('of somebody else')
    assert.isTrue((await other.submitForm([{ key: 'no', value: 'other' }]))!.saved)
    await Promise.all([editor.close(), other.close()])
  })
})
