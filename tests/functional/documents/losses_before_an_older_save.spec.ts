import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import type { User } from '#plugins/identity/main'
import { HeldCourier } from '../../fakes/document_server/held_courier.js'
import { documentTexts } from '../../fakes/document_server/ooxml.js'
import { download } from '../../helpers/download.js'
import { editorStage, staged, versionsOf, type EditorStage } from '../../helpers/editor_stage.js'
import { until } from '../../helpers/until.js'

/** Once a last save is taken, the document server deletes all that it keeps of its session. */
test.group('Documents | a lost save whose session has an older one on its way', (group) => {
  const courier = new HeldCourier()
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage({ courier })
    return () => stage.close()
  })

  const older = [
    { title: 'whole', corrupted: false },
    { title: 'written badly', corrupted: true },
  ]
  test('is brought here before the older one, {title}, is answered')
    .with(older)
    .run(async ({ client, assert }, { corrupted }) => {
      const { id, owner, config } = await staged(client)
      const { key } = config.document
      const first = await stage.server.open(config)
      first.edit('Once.')
      courier.holds = (_, at) => at === 'way'
      stage.server.faults.corrupted = corrupted
      const left = first.close()
      await until(() => courier.held.length > 0)
      stage.server.faults.corrupted = false
      courier.holds = () => false

      stage.server.room(key)!.expire()
      const second = await stage.server.open(config)
      second.edit('Twice.')
      stage.configure({ downloadLimit: 64 })
      await second.close()
      await until(() => stage.server.store.forgottenKeys().includes(key))
      stage.configure()

      courier.held[0]!.release()
      await left
      const kept = await Promise.all(
        (await contentsOf(client, id, owner)).map((path) => download(client, path))
      )
      const texts = kept.map(({ bytes }) => documentTexts(bytes, 'docx'))
      assert.isTrue(texts.some((all) => all.includes('Once.') && all.includes('Twice.')))
      assert.isEmpty(stage.server.store.forgottenKeys())
    })
})

/** Of its versions, and of what is kept of failed saves. */
async function contentsOf(client: ApiClient, id: number, owner: User): Promise<string[]> {
  const path = `/app/document/${id}`
  const kept = await client.get(`${path}/kept-files`).loginAs(owner)
  const files = kept.body().data as { id: number; part: string }[]
  return [
    ...(await versionsOf(id)).map(({ no }) => `${path}/versions/${no}/content`),
    ...files
      .filter(({ part }) => part === 'content')
      .map((file) => `${path}/kept-files/${file.id}/content`),
  ]
}
