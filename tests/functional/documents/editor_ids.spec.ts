import { test } from '@japa/runner'
import { editorIdOf } from '../../../app/plugins/documents/editor/editor_ids.js'
import { signToken } from '../../fakes/document_server/tokens.js'
import {
  EDITOR_SECRET,
  lookingAt,
  staged,
  versionsOf,
  type StagedConfig,
} from '../../helpers/editor_stage.js'
import { lossStage } from '../../helpers/loss_stage.js'

test.group('Documents | ids of people at the document server', (group) => {
  const there = lossStage(group)

  /** As whoever has this id opens it. */
  function withId(config: StagedConfig, id: string): StagedConfig {
    const { type, documentType, document, editorConfig } = config
    const of = { ...editorConfig, user: { ...editorConfig.user!, id } }
    const signed = { type, documentType, document, editorConfig: of }
    return { ...config, ...signed, token: signToken(signed, EDITOR_SECRET, Date.now()) }
  }

  test('stay apart from others with a number behind them', async ({ client, assert }) => {
    const { server } = there.stage
    const { id, owner, config } = await staged(client)
    const looking = withId(await lookingAt(client, id), editorIdOf(`${owner.id}1`))
    await server.open(looking)
    for (let opened = 2; opened <= 10; opened++) await (await server.open(looking)).close()
    const editor = await server.open(config)
    editor.edit('By the owner.')
    await editor.close()
    await server.settled()
    assert.deepEqual(
      (await versionsOf(id)).map(({ authorId }) => authorId),
      [owner.id, owner.id]
    )
  })
})
