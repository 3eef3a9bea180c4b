import { test } from '@japa/runner'
import { clock } from '#kernel/state/clock'
import { brokenConnections } from '../../helpers/broken_connections.js'
import { MINUTE_MS } from '../../helpers/looked_after.js'

test.group('Documents | a page whose connection broke comes back to the trash', (group) => {
  const { review, broken, open, remove, newestOf, textsTo } = brokenConnections(group)

  test('to a document in the trash, {text}: what they write lies beside, and they are told')
    .with([
      { isHeard: true, text: 'heard' },
      { isHeard: false, text: 'unheard' },
    ])
    .run(async ({ client, assert }, { isHeard }) => {
      const { id, owner, bob, bobs } = await broken(client)
      ;(await remove(client, id, owner)).assertStatus(200)
      const editor = await open(bobs, isHeard)
      editor.edit('By Bob.')
      clock.travel(MINUTE_MS)
      await editor.close()
      assert.include(await newestOf(id), { no: 2, kind: 'late', beside: true, authorId: bob.id })
      const [told] = textsTo(bob)
      assert.match(told!, /version 2.*has been deleted.*from the trash/)
    })

  test('to a document in the trash, and are sent out by the next review', async ({
    client,
    assert,
  }) => {
    const { id, owner, bobs } = await broken(client)
    ;(await remove(client, id, owner)).assertStatus(200)
    const editor = await open(bobs, true)
    assert.isTrue(editor.canEdit)
    await review()
    assert.isFalse(editor.isOpen)
  })

  test('once it is out of the trash: what they write is present', async ({ client, assert }) => {
    const { id, owner, bob, bobs } = await broken(client)
    ;(await remove(client, id, owner)).assertStatus(200)
    await review()
    clock.travel(MINUTE_MS)
    const back = await client.post(`/app/document/trash/${id}/restore`).loginAs(owner)
    back.assertStatus(200)
    const editor = await open(bobs, false)
    editor.edit('By Bob.')
    await editor.close()
    assert.include(await newestOf(id), { no: 2, kind: 'save', beside: false, authorId: bob.id })
  })
})
