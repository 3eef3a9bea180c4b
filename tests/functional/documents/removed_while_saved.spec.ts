import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { toStored } from '#kernel/database/instant'
import { actAsSystem } from '#kernel/operator/acting'
import { PurgeDocuments } from '../../../app/plugins/documents/actions/purge_documents.js'
import Document from '../../../app/plugins/documents/models/document.js'
import DocumentLog from '../../../app/plugins/documents/models/document_log.js'
import { layInTrash, staged, versionsOf } from '../../helpers/editor_stage.js'
import { lookedAfter } from '../../helpers/looked_after.js'
import { until } from '../../helpers/until.js'

const DAY_MS = 86_400_000

test.group('Documents | removing for good what something comes of', (group) => {
  const there = lookedAfter(group)
  const ago = (days: number) => toStored(Date.now() - days * DAY_MS)
  const find = (id: number) => actAsSystem('test', () => Document.find(id))

  test('waits for a last save, and keeps the document where one came that makes no new version', async ({
    client,
    assert,
  }) => {
    const { id, owner, config } = await staged(client)
    const { server } = there.stage
    const editor = await server.open(config)
    await layInTrash(id)
    editor.edit('Written in the trash.')
    await editor.forceSave()
    assert.lengthOf(await versionsOf(id), 2)

    editor.edit('And gone on with.')
    there.courier.holds = ({ status }, stage) => status === 2 && stage === 'way'
    const closed = editor.close()
    await until(() => there.courier.held.length > 0)
    const asked = askedOf(config.document.key)
    const remove = async () => client.delete(`/app/document/trash/${id}`).loginAs(owner)
    const removing = remove()
    await asked
    there.courier.holds = () => false
    there.courier.held[0]!.release()

    const refused = await removing
    assert.equal(refused.status(), 409, refused.text())
    assert.include(refused.body().message, 'just now')
    assert.isTrue((await closed)!.saved)
    assert.lengthOf(await versionsOf(id), 2)
    ;(await remove()).assertStatus(200)
  })

  /** Resolves once the document server has said how its session stands. */
  function askedOf(key: string): Promise<void> {
    const room = there.stage.server.room(key)!
    const report = room.report.bind(room)
    return new Promise((resolve) => {
      room.report = async (...asked) => {
        room.report = report
        await report(...asked)
        resolve()
      }
    })
  }

  test('is not done to what was taken out of the trash and deleted anew meanwhile', async ({
    client,
    assert,
  }) => {
    const { id, owner, config } = await staged(client)
    await (await there.stage.server.open(config)).close()
    await layInTrash(id)
    const asked = askedOf(config.document.key)
    const removing = client.delete(`/app/document/trash/${id}`).loginAs(owner)
    const anew = asked.then(() =>
      actAsSystem('test', () =>
        Document.query()
          .where({ id })
          .update({ deletedAt: ago(0) })
      )
    )
    assert.equal((await removing).status(), 409)
    await anew
    assert.isNotNull(await find(id))
  })

  test('leaves to the purge what people were told is kept with the log, as long as anything else', async ({
    client,
    assert,
  }) => {
    const { id } = await staged(client)
    const [version] = await versionsOf(id)
    const kept = { documentId: id, fileId: version!.fileId }
    const entry = await DocumentLog.create({ ...kept, action: 'work_abandoned' })
    await layInTrash(id)
    const purge = await app.container.make(PurgeDocuments)
    await purge.handle(30)
    assert.isNotNull(await find(id))

    const createdAt = ago(31)
    await DocumentLog.query().where({ id: entry.id }).update({ createdAt })
    await purge.handle(30)
    assert.isNull(await find(id))
  })
})
