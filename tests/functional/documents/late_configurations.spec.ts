import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { EditorRefusal } from '../../fakes/document_server/configuration.js'
import { documentTexts } from '../../fakes/document_server/ooxml.js'
import { makeOperator } from '../../helpers/accounts.js'
import { download } from '../../helpers/download.js'
import { configOf, documentOf, staged, type StagedConfig } from '../../helpers/editor_stage.js'
import { lookedAfter, MINUTE_MS } from '../../helpers/looked_after.js'
import { clock } from '#kernel/state/clock'

test.group('Documents | a configuration of before its session saved', (group) => {
  const there = lookedAfter(group)

  /** Ann saves on the way and leaves; Bob, too, and stays. Each came with a configuration of before, and Carol has one. */
  async function savedTwice(client: ApiClient) {
    const { id } = await staged(client)
    const [ann, bob, carol] = [await makeOperator(), await makeOperator(), await makeOperator()]
    const [anns, bobs, carols] = [
      await configOf(client, id, ann),
      await configOf(client, id, bob),
      await configOf(client, id, carol),
    ]
    const [first, second] = [
      await there.stage.server.open(anns),
      await there.stage.server.open(bobs),
    ]
    clock.travel(MINUTE_MS)
    first.edit('Ann.')
    await first.forceSave()
    clock.travel(MINUTE_MS)
    await first.close()
    second.edit('Bob.')
    await second.forceSave()
    clock.travel(MINUTE_MS)
    return { id, carol, bob, bobs, carols }
  }

  async function presentTexts(client: ApiClient, id: number): Promise<string[]> {
    const { versionNo } = await documentOf(id)
    const { bytes } = await download(client, `/app/document/${id}/versions/${versionNo}/content`)
    return documentTexts(bytes, 'docx')
  }

  const refused = async (config: StagedConfig) => {
    const opened = there.stage.server.open(config)
    const error = await opened.then(
      () => undefined,
      (fault: unknown) => fault
    )
    return error instanceof EditorRefusal
  }

  test('opens what goes on, which is loaded', async ({ client, assert }) => {
    const { carols } = await savedTwice(client)
    const third = await there.stage.server.open(carols)
    assert.deepEqual(third.texts, ['Ann.', 'Bob.'])
  })

  for (const who of ['carol', 'bob'] as const)
    test(`opens nothing of before once the document server has lost its storage: ${who}`, async ({
      client,
      assert,
    }) => {
      const saved = await savedTwice(client)
      there.stage.server.loseStorage()
      assert.isTrue(await refused(who === 'bob' ? saved.bobs : saved.carols))

      const again = await there.stage.server.open(await configOf(client, saved.id, saved[who]))
      assert.deepEqual(again.texts, ['Ann.', 'Bob.'])
      again.edit('Later.')
      clock.travel(MINUTE_MS)
      await again.close()
      await there.stage.server.settled()
      assert.deepEqual(await presentTexts(client, saved.id), ['Ann.', 'Bob.', 'Later.'])
    })
})
