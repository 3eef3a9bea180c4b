import { test } from '@japa/runner'
import type { CallbackEvent } from '#tests/fakes/document_server/event_log'
import { ForcedBy } from '#tests/fakes/document_server/forced_saves'
import type { FakeDocumentServer } from '#tests/fakes/document_server/server'
import { configuration, stage } from './support/stage.js'

const savesOf = (server: FakeDocumentServer): CallbackEvent[] => [
  ...server.log.callbacks(6),
  ...server.log.callbacks(2),
]

const fileOf = (server: FakeDocumentServer, { payload }: CallbackEvent): string =>
  Buffer.from(server.store.open(new URL(String(payload.url)))!.bytes).toString('base64')

test.group('Document server | submitted forms', () => {
  test('send what a form looks like on paper, and never for another save', async ({
    assert,
    test: current,
  }) => {
    const { server, host } = await stage(current)
    const editor = await server.open(configuration(host))
    editor.edit('one')
    await editor.submitForm([{ key: 'one' }])
    await editor.submitForm([{ key: 'one' }])
    await editor.forceSave()
    await editor.submitForm([{ key: 'one' }])
    await editor.close()

    const saves = savesOf(server)
    const types = saves.map(({ payload }) => payload.forcesavetype)
    assert.deepEqual(types, [
      ForcedBy.form,
      ForcedBy.form,
      ForcedBy.button,
      ForcedBy.form,
      undefined,
    ])
    const [first, again, forced, third, final] = saves.map((save) => fileOf(server, save))
    assert.equal(first, again)
    assert.equal(third, first)
    assert.notEqual(forced, first)
    assert.equal(final, forced)
    assert.isFalse(saves.at(-1)!.payload.notmodified)
  })

  test('send a form that nothing was changed in, and then say that nothing was', async ({
    assert,
    test: current,
  }) => {
    const { server, host } = await stage(current)
    const editor = await server.open(configuration(host, { user: 'alice' }))
    await editor.submitForm([])
    await editor.close()

    const [submitted] = server.log.callbacks(6)
    assert.containsSubset(submitted!.payload, {
      users: ['alice'],
      actions: [{ type: 2, userid: 'alice' }],
      forcesavetype: ForcedBy.form,
    })
    assert.property(submitted!.payload, 'formsdataurl')
    assert.lengthOf(server.log.callbacks(4), 1)
  })
})
