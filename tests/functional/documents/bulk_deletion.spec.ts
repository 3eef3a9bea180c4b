import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import type { User } from '#plugins/identity/main'
import {
  actionsOf,
  documentOf,
  ownerOfRows,
  staged,
  versionsOf,
} from '../../helpers/editor_stage.js'
import { lookedAfter } from '../../helpers/looked_after.js'

test.group('Documents | bulk deletion', (group) => {
  const there = lookedAfter(group)
  let user: User
  group.each.setup(async () => {
    user = await ownerOfRows(there.stage, { nickname: 'Bea' })
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

  test('name each hindrance and delete none, or end the sessions', async ({ client, assert }) => {
    there.stage.configure({ sessionEndSeconds: 0.1 })
    const [quiet] = await several(client, 1)
    const [unsaved, inside] = [await staged(client, user), await staged(client, user)]
    const open = async ({ config }: typeof inside) =>
      (await there.stage.server.open(config)).edit('Mine.')
    await open(unsaved)
    there.stage.server.crash()
    await open(inside)
    const ids = [quiet!, unsaved.id, inside.id]
    const refused = await remove(client, ids)
    refused.assertBodyContains({ code: 409, data: { reason: 'E_BEING_EDITED' } })
    const { errors } = refused.body().data
    assert.deepEqual(
      errors.map(({ rule, message }: Record<string, string>) => [rule, Number.parseInt(message!)]),
      [
        ['E_UNSAVED_WORK', unsaved.id],
        ['E_BEING_EDITED', inside.id],
      ]
    )
    for (const told of ['Bea', 'disconnected']) assert.include(errors[1].message, told)
    assert.deepEqual(await areThere(ids), [true, true, true])

    ;(await remove(client, ids, { drop: 'true' })).assertStatus(200)
    assert.deepEqual(await areThere(ids), [false, false, false])
    await there.stage.server.settled()
    assert.lengthOf(await versionsOf(inside.id), 2)
  })

  test('refuse ids that are none, or too many', async ({ client }) => {
    for (const ids of ['', 'a', '1,', '1,,2', '0', '1.5', '-1', '99999999999'])
      (await remove(client, ids)).assertStatus(422)
    ;(await client.delete('/app/document').loginAs(user)).assertStatus(422)
    const many = Array.from({ length: 101 }, (_, index) => index + 1)
    ;(await remove(client, many)).assertStatus(422)
    ;(await remove(client, 1, { drop: 'perhaps' })).assertStatus(422)
  })
})
