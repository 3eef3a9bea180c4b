import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import type { User } from '#plugins/identity/main'
import {
  actionsOf,
  documentOf,
  editorStage,
  ownerOfRows,
  staged,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'

test.group('Documents | bulk deletion', (group) => {
  let stage: EditorStage
  let user: User
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.setup(async () => {
    user = await ownerOfRows(stage, { nickname: 'Bea' })
  })

  const several = (client: ApiClient, count: number) =>
    Array.fromAsync({ length: count }, async () => (await staged(client, user)).id)

  const remove = (client: ApiClient, ids: unknown, more: Record<string, string> = {}) =>
    client
      .delete('/app/document')
      .loginAs(user)
      .qs({ ids: String(ids), ...more })

  const areThere = async (ids: number[]) =>
    (await Promise.all(ids.map(documentOf))).map(({ deletedAt }) => deletedAt === null)

  test('delete all of them, each with an entry in its log', async ({ client, assert }) => {
    const ids = await several(client, 3)
    ;(await remove(client, [...ids, ids[0]])).assertStatus(200)
    assert.deepEqual(await areThere(ids), [false, false, false])
    for (const id of ids) assert.deepEqual(await actionsOf(id), ['deleted'])
    const { deletedBy } = await documentOf(ids[0]!)
    assert.equal(deletedBy, user.id)
  })

  test('delete none when one is out of reach, gone or in the trash', async ({ client, assert }) => {
    const ids = await several(client, 2)
    const { id: elsewhere } = await staged(client)
    ;(await remove(client, [...ids, elsewhere])).assertStatus(404)
    ;(await remove(client, [...ids, 2_000_000_000])).assertStatus(404)
    const [gone] = await several(client, 1)
    ;(await remove(client, gone)).assertStatus(200)
    ;(await remove(client, [...ids, gone])).assertStatus(404)
    assert.deepEqual(await areThere([...ids, elsewhere]), [true, true, true])
  })

  test('name those that are being edited and delete none, or end their sessions', async ({
    client,
    assert,
  }) => {
    const [quiet] = await several(client, 1)
    const [one, two] = [await staged(client, user), await staged(client, user)]
    for (const { config } of [one, two]) (await stage.server.open(config)).edit('Mine.')
    const ids = [quiet!, one.id, two.id]

    const refused = await remove(client, ids)
    refused.assertStatus(409)
    const { data, message } = refused.body()
    assert.equal(data.reason, 'E_BEING_EDITED')
    assert.include(message, 'drop=true')
    assert.deepEqual(
      data.errors.map(({ message: text }: { message: string }) => Number.parseInt(text, 10)),
      [one.id, two.id]
    )
    assert.include(data.errors[0].message, 'Bea')
    assert.deepEqual(await areThere(ids), [true, true, true])

    ;(await remove(client, ids, { drop: 'true' })).assertStatus(200)
    assert.deepEqual(await areThere(ids), [false, false, false])
    await stage.server.settled()
    assert.lengthOf(await versionsOf(one.id), 2)
    assert.lengthOf(await versionsOf(two.id), 2)
  })

  test('refuse ids that are none, or too many', async ({ client }) => {
    for (const ids of ['', 'a', '1,', '1,,2', '0', '1.5', '-1', '99999999999'])
      (await remove(client, ids)).assertStatus(422)
    ;(await client.delete('/app/document').loginAs(user)).assertStatus(422)
    const many = Array.from({ length: 101 }, (_, index) => index + 1)
    ;(await remove(client, many)).assertStatus(422)
    ;(await remove(client, 1, { drop: 'perhaps' })).assertStatus(422)
  })

  test('ask for the permission, and for a login', async ({ client }) => {
    const ids = await several(client, 1)
    stage.gate.tell(user.id, null, 'document:document:delete')
    ;(await remove(client, ids)).assertStatus(403)
    ;(await client.delete('/app/document').qs({ ids: '1' })).assertStatus(401)
  })
})
