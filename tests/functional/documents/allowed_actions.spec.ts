import { test } from '@japa/runner'
import { onEveryDatabase } from '#tests/helpers/on_every_database'
import { ownerOfRows, shareWith, staged } from '../../helpers/editor_stage.js'
import { lookedAfter } from '../../helpers/looked_after.js'

test.group('Documents | allowed actions', (group) => {
  onEveryDatabase(group)
  const there = lookedAfter(group)

  test('follow the level of a share, which shows nothing of reviews', async ({
    assert,
    client,
  }) => {
    const owner = await ownerOfRows(there.stage)
    const reader = await ownerOfRows(there.stage)
    const document = await staged(client, owner)
    const path = `/app/document/${document.id}`
    const read = async () => (await client.get(path).loginAs(reader)).body().data
    const expected = {
      view: [],
      review: ['propose', 'comment'],
      edit: ['edit', 'propose', 'comment', 'fill'],
    }
    for (const [level, allowed] of Object.entries(expected)) {
      await shareWith(client, document, reader, level)
      assert.deepEqual((await read()).allowed, allowed)
    }
    assert.equal((await read()).ownerName, owner.nickname)
    const shares = async () => (await client.get(`${path}/shares`).loginAs(owner)).body().data
    assert.isTrue((await shares())[0].usable)
    there.stage.gate.tell(reader.id, null, 'document:document:list')
    assert.isFalse((await shares())[0].usable)
    const handlerIds = [(await ownerOfRows(there.stage)).id]
    await client.post(`${path}/submit`).loginAs(owner).json({ handlerIds })
    const reviews = await client.get(`${path}/reviews`).loginAs(reader)
    assert.equal(reviews.body().data.total, 0)
  })
})
