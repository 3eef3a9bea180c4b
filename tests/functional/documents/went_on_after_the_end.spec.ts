import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { clock } from '#kernel/state/clock'
import { makeOperator } from '../../helpers/accounts.js'
import { configOf, documentOf, goingOn, staged, versionsOf } from '../../helpers/editor_stage.js'
import { lookedAfter, MINUTE_MS } from '../../helpers/looked_after.js'
import type { User } from '#plugins/identity/main'

test.group('Documents | sessions that were taken for closed, and go on', (group) => {
  const there = lookedAfter(group)

  async function saved(client: ApiClient) {
    const { id } = await staged(client)
    const [ann, bob] = [await makeOperator(), await makeOperator()]
    const config = await configOf(client, id, bob)
    const open = async () => there.stage.server.open(await goingOn(there.stage, client, id, ann))
    const editor = await open()
    editor.edit('Kept.')
    const path = `/app/document/${id}/force-save`
    ;(await client.post(path).loginAs(ann)).assertStatus(200)
    clock.travel(MINUTE_MS)
    return { id, ann, bob, config, open, editor }
  }

  const toldOf = ({ id }: User, no: number) =>
    there.notices.toldTo(id).filter(({ body }) => body.includes(`version ${no}`))

  test('lie beside with lost work that they went on from, and tell so', async ({
    client,
    assert,
  }) => {
    const { id, ann, open, editor } = await saved(client)
    editor.edit('Lost on its way.')
    await there.unheard(() => editor.close())
    clock.travel(MINUTE_MS)
    await open()
    const deleted = await client.delete(`/app/document/${id}`).qs({ drop: true }).loginAs(ann)
    deleted.assertStatus(200)
    const third = (await versionsOf(id)).find(({ no }) => no === 3)
    assert.isTrue(third?.beside)
    assert.lengthOf(toldOf(ann, 3), 1)
  })

  test('lie beside with what somebody else writes after all was undone', async ({
    client,
    assert,
  }) => {
    const { id, ann, bob, config, editor } = await saved(client)
    editor.takeBack()
    await editor.close()
    clock.travel(MINUTE_MS)
    const bobs = await there.stage.server.open(config)
    bobs.edit('Bob.')
    clock.travel(MINUTE_MS)
    await bobs.close()
    assert.equal((await documentOf(id)).versionNo, 2)
    assert.isTrue((await versionsOf(id)).find(({ no }) => no === 3)?.beside)
    for (const one of [ann, bob]) assert.isNotEmpty(toldOf(one, 3))
  })
})
