import { test } from '@japa/runner'
import { nothing } from '#kernel/data_scope/reach'
import { makeOperator } from '../../helpers/accounts.js'
import { download } from '../../helpers/download.js'
import { actionsOf, editorStage, staged, type EditorStage } from '../../helpers/editor_stage.js'
import { noticesOf } from '../../helpers/heard_notices.js'
import { toldSession } from '../../helpers/told_saves.js'

test.group('Documents | what is kept of failed saves', (group) => {
  const notices = noticesOf(group)
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })

  test('is seen and fetched by whoever may edit the document, and noted', async ({
    client,
    assert,
  }) => {
    const { id, owner, save } = await toldSession(client, stage)
    const path = `/app/document/${id}/kept-files`
    const list = async () => (await client.get(path).loginAs(owner)).body().data
    assert.deepEqual(await list(), [])
    const failed = save({ status: 3, text: 'half', by: [owner.id] })
    await failed.send()
    const kept = await list()
    assert.sameMembers(
      kept.map(({ part }: { part: string }) => part),
      ['content', 'changes']
    )
    const { id: entry, size } = kept.find(({ part }: { part: string }) => part === 'content')
    assert.equal(size, failed.bytes.length)
    const { bytes } = await download(client, `${path}/${entry}/content`)
    assert.deepEqual(Buffer.from(bytes), Buffer.from(failed.bytes))
    assert.include(await actionsOf(id), 'kept_file_fetched')
    assert.include(notices.toldTo(owner.id)[0]!.body, 'among what is kept of failed saves')
  })

  test('is noted when it is handed out alone', async ({ client, assert }) => {
    const { id, owner, save } = await toldSession(client, stage)
    await save({ status: 3, text: 'half', by: [owner.id] }).send()
    const path = `/app/document/${id}/kept-files`
    const [{ id: entry }] = (await client.get(path).loginAs(owner)).body().data
    const content = `${path}/${entry}/content`
    const noted = async () =>
      (await actionsOf(id)).filter((action) => action === 'kept_file_fetched').length

    const head = await client.head(content).loginAs(owner)
    head.assertStatus(200)
    const etag = head.header('etag')!
    const get = (name: string, value: string) =>
      client.get(content).loginAs(owner).header(name, value)
    ;(await get('If-None-Match', etag)).assertStatus(304)
    ;(await get('Range', 'bytes=99999999-')).assertStatus(416)
    assert.equal(await noted(), 0)
    ;(await get('Range', 'bytes=0-1')).assertStatus(206)
    assert.equal(await noted(), 1)
  })

  test('is there for nobody else, nor through another document', async ({ client }) => {
    const { id, owner, save } = await toldSession(client, stage)
    await save({ status: 3, text: 'half', by: [owner.id] }).send()
    const path = `/app/document/${id}/kept-files`
    const [{ id: entry }] = (await client.get(path).loginAs(owner)).body().data
    const reader = await makeOperator()
    stage.gate.tell(reader.id, null, 'document:document:edit')
    const beyond = await makeOperator()
    stage.gate.tell(beyond.id, nothing)
    const other = await staged(client, owner)
    for (const suffix of ['', `/${entry}/content`]) {
      ;(await client.get(path + suffix).loginAs(reader)).assertStatus(403)
      ;(await client.get(path + suffix).loginAs(beyond)).assertStatus(404)
    }
    const elsewhere = `/app/document/${other.id}/kept-files/${entry}/content`
    ;(await client.get(elsewhere).loginAs(owner)).assertStatus(404)
    ;(await client.get(`${path}/999999999/content`).loginAs(owner)).assertStatus(404)
  })
})
