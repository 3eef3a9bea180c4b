import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import type { User } from '#plugins/identity/main'
import { staged, versionsOf } from '../../helpers/editor_stage.js'
import { lookedAfter } from '../../helpers/looked_after.js'
import { until } from '../../helpers/until.js'

const CODES = { queued: 0, nothingChanged: 4 }

test.group('Documents | forced saves by command', (group) => {
  const there = lookedAfter(group)
  const { courier } = there
  group.each.setup(() => there.stage.server.log.clear())
  group.each.teardown(() => {
    courier.holds = () => false
    for (const held of [...courier.held]) held.release()
  })

  const force = (client: ApiClient, id: number, user: User) =>
    client.post(`/app/document/${id}/force-save`).loginAs(user)

  /** Keeps saves of that status back until they are released. */
  const hold = (held: number) => {
    courier.holds = ({ status }, where) => status === held && where === 'turn'
  }

  /** Resolves when the document server has said so to a forced save. */
  const answered = (code: number) =>
    until(() => {
      const forced = there.stage.server.log
        .of('command')
        .filter(({ command }) => command.c === 'forcesave')
      return forced.some(({ reply }) => reply.error === code)
    })

  const release = async () => {
    await until(() => courier.held.length > 0)
    courier.held[0]!.release()
  }

  test('wait for the save and answer its version', async ({ client, assert }) => {
    const { id, owner } = await there.edited(client)
    const forced = await force(client, id, owner)
    forced.assertBodyContains({ code: 200, data: { no: 2, kind: 'forced_save', current: true } })
    const unchanged = await force(client, id, owner)
    unchanged.assertBodyContains({ code: 200, data: { no: 2 } })
    assert.lengthOf(await versionsOf(id), 2)
  })

  test('answer 409 E_NOT_EDITED where nobody is inside, whether somebody was or not', async ({
    client,
  }) => {
    const { id, owner, config } = await staged(client)
    ;(await force(client, id, owner)).assertStatus(409)
    await (await there.stage.server.open(config)).close()
    const refused = await force(client, id, owner)
    refused.assertBodyContains({ code: 409, data: { reason: 'E_NOT_EDITED' } })
  })

  test('wait for a save that is under way', async ({ client }) => {
    there.stage.configure({ settleSeconds: 30 })
    const { id, owner, editor } = await there.edited(client)
    hold(6)
    editor.startForceSave()
    const answer = force(client, id, owner).then((response) => response)
    await answered(CODES.nothingChanged)
    await release()
    ;(await answer).assertBodyContains({ code: 200, data: { no: 2 } })
  })

  test('answer every one of several calls at once', async ({ client, assert }) => {
    const { id, owner } = await there.edited(client)
    const answers = await Promise.all([1, 2, 3].map(() => force(client, id, owner)))
    for (const answer of answers) answer.assertBodyContains({ code: 200, data: { no: 2 } })
    assert.lengthOf(await versionsOf(id), 2)
  })

  test('ask once more where the document server is at another one', async ({ client }) => {
    const { id, owner } = await there.edited(client)
    there.stage.server.faults.busy = 1
    const forced = await force(client, id, owner)
    forced.assertBodyContains({ code: 200, data: { no: 2 } })
  })

  test('take the last save of a session that has just ended', async ({ client }) => {
    const { id, owner, editor } = await there.edited(client)
    hold(2)
    const closed = editor.close()
    const answer = force(client, id, owner).then((response) => response)
    await answered(CODES.queued)
    await release()
    await closed
    ;(await answer).assertBodyContains({ code: 200, data: { no: 2, kind: 'save' } })
  })

  test('say that the document server could not write it', async ({ client, assert, cleanup }) => {
    cleanup(() => void delete there.stage.server.faults.saving)
    const { id, owner } = await there.edited(client)
    there.stage.server.faults.saving = true
    const failed = await force(client, id, owner)
    failed.assertStatus(503)
    assert.include(failed.body().message, 'could not write the document')
  })

  test('give up in time, and take the save when it comes', async ({ client, assert }) => {
    there.stage.configure({ forceSaveSeconds: 0.2 })
    const { id, owner } = await there.edited(client)
    hold(6)
    const late = await force(client, id, owner)
    late.assertStatus(503)
    assert.include(late.body().message, 'no save arrived')
    await release()
    await until(async () => (await versionsOf(id)).length === 2)
  })

  test('answer 503 while the server is away, 400 if switched off', async ({ client }) => {
    const { id, owner } = await staged(client)
    there.stage.configure({ documentServerInternalUrl: 'http://127.0.0.1:9' })
    ;(await force(client, id, owner)).assertStatus(503)
    there.stage.configure({ enabled: false })
    ;(await force(client, id, owner)).assertStatus(400)
  })
})
