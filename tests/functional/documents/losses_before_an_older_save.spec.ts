import { test } from '@japa/runner'
import { HeldCourier } from '../../fakes/document_server/held_courier.js'
import { documentTexts } from '../../fakes/document_server/ooxml.js'
import { download } from '../../helpers/download.js'
import { editorStage, staged, versionsOf, type EditorStage } from '../../helpers/editor_stage.js'
import { until } from '../../helpers/until.js'
import { keptContents } from './support/kept_files.js'

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
      const { id, config } = await staged(client)
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
      const versions = await Promise.all(
        (await versionsOf(id)).map(({ no }) =>
          download(client, `/app/document/${id}/versions/${no}/content`)
        )
      )
      const kept = [...versions.map(({ bytes }) => bytes), ...(await keptContents(id))]
      const texts = kept.map((bytes) => documentTexts(bytes, 'docx'))
      assert.isTrue(texts.some((all) => all.includes('Once.') && all.includes('Twice.')))
      assert.isEmpty(stage.server.store.forgottenKeys())
    })
})
