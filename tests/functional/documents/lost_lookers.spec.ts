import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import type { Editor } from '../../fakes/document_server/editor.js'
import { makeOperator } from '../../helpers/accounts.js'
import {
  configOf,
  goingOn,
  editorStage,
  staged,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { lose, sweep } from '../../helpers/lost_saves.js'
import { toldSession } from '../../helpers/told_saves.js'

test.group('Documents | whoever comes back to lost work and only looks', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.teardown(() => stage.configure())

  const authorsOf = async (id: number) =>
    (await versionsOf(id)).slice(1).map(({ authorId }) => authorId)

  /** Under a limit that none keeps to. */
  async function refuse(editor: Editor): Promise<void> {
    stage.configure({ downloadLimit: 64 })
    await editor.close()
    stage.configure()
  }

  async function changed(client: ApiClient) {
    const { id, owner, config } = await staged(client)
    const editor = await stage.server.open(config)
    editor.edit('By the owner.')
    return { id, owner, editor }
  }

  async function visited(client: ApiClient, id: number) {
    const visitor = await makeOperator()
    return { visitor, editor: await stage.server.open(await goingOn(stage, client, id, visitor)) }
  }

  test('is not its author', async ({ client, assert }) => {
    const { id, owner, editor } = await changed(client)
    await lose(stage, editor)
    const { editor: looking } = await visited(client, id)
    assert.include(looking.texts, 'By the owner.')
    await looking.close()
    assert.deepEqual(await authorsOf(id), [owner.id])
  })

  test('is not its author where it had been refused, and is refused again', async ({
    client,
    assert,
  }) => {
    const { id, owner, editor } = await changed(client)
    await refuse(editor)
    const { editor: looking } = await visited(client, id)
    await refuse(looking)
    await sweep()
    assert.deepEqual(await authorsOf(id), [owner.id])
  })

  test('is its author once they change something', async ({ client, assert }) => {
    const { id, editor } = await changed(client)
    await lose(stage, editor)
    const { visitor, editor: theirs } = await visited(client, id)
    theirs.edit('By the visitor.')
    await theirs.close()
    assert.deepEqual(await authorsOf(id), [visitor.id])
  })

  test('may be one of those whose it is, and then it is nobody’s', async ({ client, assert }) => {
    const { id, owner, config } = await staged(client)
    const [one, { editor: other }] = [await stage.server.open(config), await visited(client, id)]
    other.edit('By the other.')
    await one.close()
    await lose(stage, other)
    const looking = await stage.server.open(await configOf(client, id, owner))
    await looking.close()
    assert.deepEqual(await authorsOf(id), [null])
  })

  test('are not the only ones: where the changer is unknown here, who left last is not the author', async ({
    client,
    assert,
  }) => {
    const { id, owner, save } = await toldSession(client, stage)
    const actions = [{ type: 0, userid: String(owner.id) }]
    await save({ text: 'By somebody else.', by: [2_000_000_000], more: { actions } }).send()
    const [, version] = await versionsOf(id)
    assert.deepEqual([version!.authorId, version!.authorName], [null, 'Unknown'])
  })

  test('leaves those inside in doubt of whom only a forced save was refused', async ({
    client,
    assert,
  }) => {
    const { id, editor } = await changed(client)
    const { editor: other } = await visited(client, id)
    stage.configure({ downloadLimit: 64 })
    await editor.forceSave()
    stage.configure()
    other.edit('By the other.')
    await editor.close()
    await lose(stage, other)
    await sweep()
    assert.deepEqual(await authorsOf(id), [null])
  })
})
