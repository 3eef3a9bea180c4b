import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import type { User } from '#plugins/identity/main'
import { HeldCourier } from '../../fakes/document_server/held_courier.js'
import { editorStage, staged, versionsOf, type EditorStage } from '../../helpers/editor_stage.js'
import { until } from '../../helpers/until.js'

test.group('Documents | forced saves by command', (group) => {
  let stage: EditorStage
  const courier = new HeldCourier()
  group.setup(async () => {
    stage = await editorStage({ courier })
    return () => stage.close()
  })
  group.each.setup(() => stage.server.log.clear())
  group.each.teardown(() => {
    courier.holds = () => false
    for (const held of [...courier.held]) held.release()
    stage.configure()
  })

  const force = (client: ApiClient, id: number, user: User) =>
    client.post(`/app/document/${id}/force-save`).loginAs(user)

  /** Resolves when the document server has said so to a forced save. */
  const answered = (code: number) =>
    stage.server.log.waitFor(
      (event) =>
        event.kind === 'command' && event.command.c === 'forcesave' && event.reply.error === code
    )

  /** Lets the eldest save that is held back go on. */
  const release = async () => {
    await until(() => courier.held.length > 0)
    courier.held[0]!.release()
  }

  test('wait for the save and answer its version', async ({ client, assert }) => {
    const { id, owner, config } = await staged(client)
    const editor = await stage.server.open(config)
    editor.edit('On demand.')
    const forced = await force(client, id, owner)
    forced.assertStatus(200)
    forced.assertBodyContains({ data: { no: 2, kind: 'forced_save', current: true } })
    assert.lengthOf(await versionsOf(id), 2)

    const unchanged = await force(client, id, owner)
    unchanged.assertBodyContains({ data: { no: 2 } })
    await editor.close()
  })

  test('say that nobody edits, whether somebody ever did or not', async ({ client }) => {
    const { id, owner, config } = await staged(client)
    const notEdited = { data: { reason: 'E_NOT_EDITED' } }
    ;(await force(client, id, owner)).assertStatus(409)
    const editor = await stage.server.open(config)
    await editor.close()
    const refused = await force(client, id, owner)
    refused.assertStatus(409)
    refused.assertBodyContains(notEdited)
  })

  test('wait for a save that somebody else has begun', async ({ client, assert }) => {
    stage.configure({ settleSeconds: 1 })
    const { id, owner, config } = await staged(client)
    const editor = await stage.server.open(config)
    editor.edit('Saved by the button.')
    courier.holds = ({ status }, where) => status === 6 && where === 'turn'
    editor.startForceSave()
    const answer = force(client, id, owner).then((response) => response)
    await answered(4)
    await release()
    const forced = await answer
    forced.assertStatus(200)
    assert.equal(forced.body().data.no, 2)
    await editor.close()
  })

  test('answer every one of several calls at once', async ({ client, assert }) => {
    const { id, owner, config } = await staged(client)
    const editor = await stage.server.open(config)
    editor.edit('Wanted thrice.')
    const answers = await Promise.all([1, 2, 3].map(() => force(client, id, owner)))
    assert.deepEqual(
      answers.map((answer) => [answer.status(), answer.body().data.no]),
      [
        [200, 2],
        [200, 2],
        [200, 2],
      ]
    )
    await editor.close()
  })

  test('try again while the document server is at another one', async ({ client }) => {
    const { id, owner, config } = await staged(client)
    const editor = await stage.server.open(config)
    editor.edit('Patience.')
    stage.server.faults.busy = 2
    const forced = await force(client, id, owner)
    forced.assertBodyContains({ code: 200, data: { no: 2 } })
    await editor.close()
  })

  test('wait for the last save of a session that has just ended', async ({ client }) => {
    const { id, owner, config } = await staged(client)
    const editor = await stage.server.open(config)
    editor.edit('And gone.')
    courier.holds = ({ status }, where) => status === 2 && where === 'turn'
    const closed = editor.close()
    const answer = force(client, id, owner).then((response) => response)
    await answered(0)
    await release()
    await closed
    ;(await answer).assertBodyContains({ code: 200, data: { no: 2, kind: 'save' } })
  })

  test('say so when the save fails over there', async ({ client, assert }) => {
    const { id, owner, config } = await staged(client)
    const editor = await stage.server.open(config)
    editor.edit('Not to be written.')
    stage.server.faults.saving = true
    const failed = await force(client, id, owner)
    failed.assertStatus(503)
    assert.include(failed.body().message, 'could not be saved')
    delete stage.server.faults.saving
    await editor.close()
  })

  test('give up in time, and say how long it was waited', async ({ client, assert }) => {
    stage.configure({ forceSaveSeconds: 0.4 })
    const { id, owner, config } = await staged(client)
    const editor = await stage.server.open(config)
    editor.edit('Slow.')
    courier.holds = ({ status }, where) => status === 6 && where === 'turn'
    const late = await force(client, id, owner)
    late.assertStatus(503)
    const [, seconds] = /within (\d+\.\d) seconds/.exec(late.body().message)!
    assert.isAtLeast(Number(seconds), 0.4)
    await release()
    await until(async () => (await versionsOf(id)).length === 2)
    await editor.close()
  })

  test('answer 503 when the document server is away, 400 when the editor is off', async ({
    client,
  }) => {
    const { id, owner } = await staged(client)
    stage.configure({ documentServerInternalUrl: 'http://127.0.0.1:9' })
    ;(await force(client, id, owner)).assertStatus(503)
    stage.configure({ enabled: false })
    ;(await force(client, id, owner)).assertStatus(400)
  })
})
