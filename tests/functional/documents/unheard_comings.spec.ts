import { test } from '@japa/runner'
import DocumentOpening from '../../../app/plugins/documents/models/document_opening.js'
import { HeldCourier } from '../../fakes/document_server/held_courier.js'
import { makeOperator } from '../../helpers/accounts.js'
import {
  configOf,
  editorStage,
  staged,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { noticesOf } from '../../helpers/heard_notices.js'
import { sweep } from '../../helpers/lost_saves.js'
import { until } from '../../helpers/until.js'

test.group('Documents | people whose coming was not heard, and whose leaving was', (group) => {
  const notices = noticesOf(group)
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

  test('were inside, too, where they had come before, and all was here since: {title}')
    .with([
      { title: 'closed without changes', isSaved: false },
      { title: 'saved', isSaved: true },
    ])
    .run(async ({ client, assert }, { isSaved }) => {
      const { id, owner, config } = await staged(client)
      const visitor = await makeOperator()
      const theirs = await configOf(client, id, visitor)
      let keeper = await stage.server.open(config)
      await (await stage.server.open(theirs)).close()
      if (isSaved) {
        keeper.edit('Here already.')
        const path = `/app/document/${id}/force-save`
        ;(await client.post(path).loginAs(owner)).assertStatus(200)
      } else {
        await keeper.close()
        keeper = await stage.server.open(config)
      }
      const writer = await unheard(() => stage.server.open(theirs))
      writer.edit('By the visitor.')
      await writer.close()
      await stage.server.settled()
      courier.fate = () => 'request_lost'
      await keeper.close()
      courier.fate = () => 'delivered'

      await sweep()
      const brought = (await versionsOf(id)).at(-1)!
      assert.equal(brought.kind, 'recovered')
      assert.deepEqual([brought.authorId, brought.authorName], [null, 'Unknown'])
      for (const { id: told } of [owner, visitor]) assert.lengthOf(notices.toldTo(told), 1)
    })

  test('are not taken for having come again where their leaving is heard late', async ({
    client,
    assert,
  }) => {
    const { id, config } = await staged(client)
    const visitor = await makeOperator()
    const keeper = await stage.server.open(config)
    const writer = await stage.server.open(await configOf(client, id, visitor))
    const left = ({ status }: { status: number }) => status === 1
    courier.holds = left
    const leaving = writer.close()
    await until(() => courier.held.length > 0)
    courier.holds = () => false
    await keeper.close()
    courier.held[0]!.release()
    await leaving
    await stage.server.settled()
    const opening = await DocumentOpening.findByOrFail({ documentId: id, userId: visitor.id })
    assert.isNull(opening.joinedAt)
  })
})
