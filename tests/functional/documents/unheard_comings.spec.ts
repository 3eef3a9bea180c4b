import { test } from '@japa/runner'
import { HeldCourier } from '../../fakes/document_server/held_courier.js'
import { makeOperator } from '../../helpers/accounts.js'
import {
  configOf,
  editorStage,
  staged,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { sweep } from '../../helpers/lost_saves.js'

test.group('Documents | people whose coming was not heard, and whose leaving was', (group) => {
  let stage: EditorStage
  const courier = new HeldCourier()
  group.setup(async () => {
    stage = await editorStage({ courier })
    return () => stage.close()
  })
  group.each.teardown(() => {
    courier.fate = () => 'delivered'
  })

  async function unheard<T>(coming: () => Promise<T>): Promise<T> {
    courier.fate = () => 'request_lost'
    const come = await coming()
    await stage.server.settled()
    courier.fate = () => 'delivered'
    return come
  }

  test('were inside, so that what is lost may be theirs', async ({ client, assert }) => {
    const { id, config } = await staged(client)
    const visitor = await makeOperator()
    const theirs = await configOf(client, id, visitor)
    const writer = await unheard(() => stage.server.open(config))
    const looker = await unheard(() => stage.server.open(theirs))
    writer.edit('By the owner.')
    await writer.close()
    courier.fate = () => 'request_lost'
    await looker.close()
    courier.fate = () => 'delivered'

    await sweep()
    const [, brought] = await versionsOf(id)
    assert.deepEqual([brought!.authorId, brought!.authorName], [null, 'Unknown'])
  })
})
