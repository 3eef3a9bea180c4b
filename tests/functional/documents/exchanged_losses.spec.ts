import { test } from '@japa/runner'
import {
  editorStage,
  forgetLosses,
  staged,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { forgetKept, loseWork, sweep } from '../../helpers/lost_saves.js'
import { wordBytes } from '../../helpers/packages.js'

/** What is brought back is fetched once, and looked at once more before it is deleted. */
const LAST_LOOK = 2

test.group('Documents | lost saves that are exchanged for others', (group) => {
  let stage: EditorStage
  let onDownload: (path: string) => void = () => undefined
  group.setup(async () => {
    stage = await editorStage({
      onEvent: (event) => event.kind === 'download' && onDownload(event.path),
    })
    return () => stage.close()
  })
  group.each.teardown(async () => {
    forgetKept(stage)
    await forgetLosses()
  })

  test('are brought back, too, where that was while the last look was taken', async ({
    client,
    assert,
  }) => {
    const { id, config } = await staged(client)
    await loseWork(stage, config, { text: 'First.' })
    const { store } = stage.server
    let looks = 0
    onDownload = (path) => {
      if (path.includes('/forgotten/') && ++looks === LAST_LOOK)
        store.forget(config.document.key, 'docx', wordBytes('It came meanwhile.'))
    }
    await sweep()
    await sweep()
    assert.lengthOf(await versionsOf(id), 3)
    assert.isEmpty(store.forgottenKeys())
  })
})
