import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { OneAtATime } from '../../../app/plugins/documents/sessions/one_at_a_time.js'
import { makeOperator } from '../../helpers/accounts.js'
import { configOf, lookingAt, staged, versionsOf } from '../../helpers/editor_stage.js'
import { lookedAfter } from '../../helpers/looked_after.js'
import { until } from '../../helpers/until.js'

test.group('Documents | coming while a last save is taken', (group) => {
  const there = lookedAfter(group)
  group.tap((one) => one.timeout(60_000))
  group.each.teardown(() => void delete there.stage.server.faults.output)

  /** Its last save is on its way here, and comes so. */
  async function saving(client: ApiClient, output: 'slow' | 'stalling', downloadIdleSeconds = 30) {
    const { id, config } = await staged(client)
    const { server } = there.stage
    there.stage.configure({ downloadIdleSeconds })
    const editor = await server.open(config)
    editor.edit('Written.')
    server.faults.output = output
    const closed = editor.close()
    const saves = await app.container.make(OneAtATime)
    await until(async () => !(await saves.isIdle(id, 0)))
    return { id, key: config.document.key, closed, come: await makeOperator() }
  }

  test('waits for it, and goes on from what was saved', async ({ client, assert }) => {
    const { id, key, closed, come } = await saving(client, 'slow')
    const config = await configOf(client, id, come)
    assert.notEqual(config.document.key, key)
    assert.deepEqual((await there.stage.server.open(config)).texts, ['Written.'])
    assert.isTrue((await closed)!.saved)
  })

  test('is told to come again where it takes longer, and looks meanwhile', async ({
    client,
    assert,
  }) => {
    const { id, key, closed, come } = await saving(client, 'stalling', 8)
    const refused = await client.get(`/app/document/${id}/editor-config`).loginAs(come)
    assert.equal(refused.status(), 503)
    assert.match(refused.body().message, /being saved just now/)
    assert.equal((await lookingAt(client, id, come)).document.key, key)
    delete there.stage.server.faults.output
    assert.isTrue((await closed)!.saved)
    assert.lengthOf(await versionsOf(id), 2)
    assert.notEqual((await configOf(client, id, come)).document.key, key)
  })
})
