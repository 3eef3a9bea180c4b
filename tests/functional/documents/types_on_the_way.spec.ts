import { test } from '@japa/runner'
import { clock } from '#kernel/state/clock'
import { configOf, documentOf, versionsOf } from '../../helpers/editor_stage.js'
import { lookedAfter, MINUTE_MS } from '../../helpers/looked_after.js'
import { stagedUndated } from '../../helpers/undated_document.js'

test.group('Documents | the type that a session began with', (group) => {
  const around = lookedAfter(group)

  test('replaces what was written instead of it on the way', async ({ client, assert }) => {
    const { server } = around.stage
    const { id, owner, config } = await stagedUndated(client)
    const editor = await server.open(config)
    editor.edit('A.')
    server.faults.format = true
    await editor.forceSave()
    delete server.faults.format
    clock.travel(MINUTE_MS)
    editor.edit('B.')
    await editor.close()
    const versions = await versionsOf(id)
    assert.deepEqual(
      versions.map(({ fileType, beside }) => [fileType, beside]),
      [
        ['odt', false],
        ['docx', false],
        ['odt', false],
      ]
    )
    assert.containsSubset(await documentOf(id), { versionNo: 3, fileType: 'odt' })
    assert.isEmpty(around.notices.toldTo(owner.id))
    const again = await server.open(await configOf(client, id, owner))
    assert.deepEqual(again.texts, ['A.', 'B.'])
    await again.close()
  })
})
