import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import app from '@adonisjs/core/services/app'
import { Secret } from '@adonisjs/core/helpers'
import { clock } from '#kernel/state/clock'
import { SilentSessions } from '../../../app/plugins/documents/recovery/silent_sessions.js'
import { configOf, staged } from '../../helpers/editor_stage.js'
import { makeOperator } from '../../helpers/accounts.js'
import { HOUR_MS, lookedAfter } from '../../helpers/looked_after.js'

test.group('Documents | sessions about which the document server cannot be asked', (group) => {
  const there = lookedAfter(group)
  const { toldOfLoss } = there

  const hindrances = {
    'the editor is switched off': { enabled: false },
    'it does not answer': { documentServerInternalUrl: 'http://127.0.0.1:9' },
    'the secret is another': { secret: new Secret('quite another secret than the one before it') },
  }

  const lookAfter = async () => (await app.container.make(SilentSessions)).handle()

  async function lookAfterFor(hours: number) {
    for (let hour = 0; hour < hours; hour++) {
      clock.travel(HOUR_MS)
      await lookAfter()
    }
  }

  /** One inside has written; another was let in, and their page never came. */
  async function inside(client: ApiClient) {
    const { id, owner, config } = await staged(client)
    const other = await makeOperator()
    const editor = await there.stage.server.open(config)
    editor.edit('Written.')
    await configOf(client, id, other)
    return { id, owner, other, editor }
  }

  for (const [why, values] of Object.entries(hindrances))
    test(`are told of once to who was inside: ${why}`, async ({ client, assert }) => {
      const { owner, other, editor } = await inside(client)
      there.stage.configure(values)
      await editor.close()
      await lookAfterFor(11)
      assert.lengthOf(toldOfLoss(owner), 0)
      await lookAfterFor(3)
      assert.lengthOf(toldOfLoss(owner), 1)
      await lookAfterFor(30)
      assert.lengthOf(toldOfLoss(owner), 1)
      assert.lengthOf(toldOfLoss(other), 0)
    })

  test('are told of as what becomes of them, once it can be learnt', async ({ client, assert }) => {
    const { owner } = await inside(client)
    there.stage.configure(hindrances['it does not answer'])
    await lookAfterFor(14)
    there.stage.server.loseStorage()
    there.stage.configure()
    await there.sweeps(2)
    assert.lengthOf(toldOfLoss(owner), 2)
    assert.include(toldOfLoss(owner)[1]!.body, 'knows nothing of that session any more')
  })

  test('are told of to nobody where all was here', async ({ client, assert }) => {
    const { owner, config } = await staged(client)
    const editor = await there.stage.server.open(config)
    editor.edit('Written.')
    await editor.close()
    there.stage.configure(hindrances['it does not answer'])
    await lookAfterFor(30)
    assert.lengthOf(toldOfLoss(owner), 0)
  })
})
