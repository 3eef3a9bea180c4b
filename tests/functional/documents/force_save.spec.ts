import limiter from '@adonisjs/limiter/services/main'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import type { User } from '#plugins/identity/main'
import { HeldCourier } from '../../fakes/document_server/held_courier.js'
import { documentTexts } from '../../fakes/document_server/ooxml.js'
import { loggedIn } from '../../helpers/accounts.js'
import { download } from '../../helpers/download.js'
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

  test('hold back whoever has many under way at once, which may all fail', async ({
    client,
    assert,
  }) => {
    const { user, accessToken } = await loggedIn(client)
    const { id } = await staged(client, user)
    stage.configure({ documentServerInternalUrl: 'http://127.0.0.1:9' })
    const once = () => client.post(`/app/document/${id}/force-save`).bearerToken(accessToken)
    const pace = limiter.use({ requests: 60, duration: '1 minute' })
    const place = `documents:forced-saves:${user.id}:under-way`
    await pace.increment(place, 60)
    const refused = await once()
    refused.assertStatus(429)
    assert.exists(refused.header('retry-after'))
    await pace.decrement(place)
    for (let failed = 0; failed < 3; failed++) (await once()).assertStatus(503)
    stage.configure()
  })

  test('hold back whoever has it fail again and again, and them alone', async ({
    client,
    assert,
  }) => {
    const { id, owner, config } = await staged(client)
    stage.configure({ documentServerInternalUrl: 'http://127.0.0.1:9' })
    for (let failed = 0; failed < 30; failed++) (await force(client, id, owner)).assertStatus(503)
    stage.configure()
    const refused = await force(client, id, owner)
    refused.assertStatus(429)
    assert.exists(refused.header('retry-after'))

    const other = await staged(client)
    const editor = await stage.server.open(other.config)
    for (let saved = 0; saved < 2; saved++) {
      editor.edit(`Number ${saved}.`)
      ;(await force(client, other.id, other.owner)).assertStatus(200)
    }
    await editor.close()
    assert.isNotEmpty(config.document.key)
  })

  test('hold back nobody for asking while nobody edits', async ({ client }) => {
    const { id, owner } = await staged(client)
    for (let asked = 0; asked < 31; asked++) (await force(client, id, owner)).assertStatus(409)
  })

  test('hold back nobody for those that are under way', async ({ client, assert }) => {
    const { user, accessToken } = await loggedIn(client)
    const { id, config } = await staged(client, user)
    const editor = await stage.server.open(config)
    editor.edit('Saved for all of them.')
    const once = async () =>
      (await client.post(`/app/document/${id}/force-save`).bearerToken(accessToken)).status()
    const statuses = await Promise.all(Array.from({ length: 31 }, once))
    assert.deepEqual([...new Set(statuses)], [200])
    await editor.close()
  })

  test('wait for a save that somebody else has begun', async ({ client, assert }) => {
    stage.configure({ settleSeconds: 4 })
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

  test('wait for all saves under way, the one with the last change among them', async ({
    client,
    assert,
  }) => {
    stage.configure({ settleSeconds: 4 })
    const { id, owner, config } = await staged(client)
    const editor = await stage.server.open(config)
    courier.holds = ({ status }, where) => status === 6 && where === 'turn'
    editor.edit('One.')
    editor.startForceSave()
    editor.edit('Two.')
    editor.startForceSave()
    const answer = force(client, id, owner).then((response) => response)
    await answered(4)
    await release()
    await stage.server.log.waitFor((event) => event.kind === 'callback' && event.status === 6)
    await release()
    const { no } = (await answer).body().data
    const content = await download(client, `/app/document/${id}/versions/${no}/content`)
    assert.include(documentTexts(content.bytes, 'docx'), 'Two.')
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

  test('answer what was saved with the file of an earlier try', async ({ client, assert }) => {
    const { id, owner, config } = await staged(client)
    const editor = await stage.server.open(config)
    editor.edit('At the second go.')
    Object.assign(stage.server.faults, { output: 'unavailable', outputTimes: 1 })
    const failed = await force(client, id, owner)
    failed.assertStatus(503)
    assert.include(failed.body().message, 'Try again')
    delete stage.server.faults.output
    ;(await force(client, id, owner)).assertBodyContains({ code: 200, data: { no: 2 } })
    await editor.close()
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

  test('name work that nobody can save until the document is opened, not a save that comes late', async ({
    client,
    assert,
  }) => {
    const { id, owner, config } = await staged(client)
    const editor = await stage.server.open(config)
    editor.edit('Not to be written.')
    stage.server.faults.saving = true
    await editor.close()
    delete stage.server.faults.saving
    stage.configure({ forceSaveSeconds: 0.3 })
    const refused = await force(client, id, owner)
    refused.assertStatus(409)
    refused.assertBodyContains({ data: { reason: 'E_UNSAVED_WORK' } })

    stage.configure()
    const again = await stage.server.open(config)
    await again.close()
    assert.lengthOf(await versionsOf(id), 2)
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
