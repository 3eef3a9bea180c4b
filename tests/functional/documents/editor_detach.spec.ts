import ace from '@adonisjs/core/services/ace'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { NarrowedRights } from '../../../app/plugins/documents/sessions/narrowed_rights.js'
import {
  configOf,
  documentOf,
  sessionOf,
  staged,
  takeRights,
  versionsOf,
} from '../../helpers/editor_stage.js'
import { lookedAfter } from '../../helpers/looked_after.js'
import { loseWork, sweep } from '../../helpers/lost_saves.js'

test.group('Documents | editor:detach in a copy of a database', (group) => {
  const there = lookedAfter(group)

  /** Each at an address that it has never had. */
  const asCopy = (name: string) =>
    there.stage.configure({ publicBaseUrl: `http://127.0.0.1:9/${name}` })
  const detach = async () => (await ace.exec('editor:detach', [])).exitCode

  test('refuse the address at which the sessions were begun', async ({ client, assert }) => {
    const { id } = await staged(client)
    const { sessionKey } = await documentOf(id)
    assert.equal(await detach(), 1)
    assert.equal((await documentOf(id)).sessionKey, sessionKey)
  })

  test('leave undelivered saves and silent sessions to the original', async ({
    client,
    assert,
  }) => {
    const { id, config } = await staged(client)
    await loseWork(there.stage, config)
    const session = await sessionOf(id)
    await session
      .merge({ lastStatus: 1, lastUsers: [], lastWordAt: session.openedAt.minus({ hours: 2 }) })
      .save()
    asCopy('sweeping')
    assert.equal(await detach(), 0)

    assert.containsSubset(await sweep(), { recovered: 0, foreign: 1, lost: 0 })
    assert.deepEqual(there.stage.server.store.forgottenKeys(), [config.document.key])
    assert.lengthOf(await versionsOf(id), 1)
  })

  test('disconnect nobody from a session of the original', async ({ client, assert }) => {
    const { id, owner, config } = await staged(client)
    const editor = await there.stage.server.open(config)
    asCopy('reviewing')
    assert.equal(await detach(), 0)
    assert.notEqual((await documentOf(id)).sessionKey, config.document.key)

    takeRights(there.stage, owner)
    await (await app.container.make(NarrowedRights)).handle()
    assert.isTrue(editor.isOpen)
    there.stage.configure()
    await editor.close()
  })

  test('go on in sessions of the copy, and ask nothing about those of the original', async ({
    client,
    assert,
  }) => {
    const { id, owner, config } = await staged(client)
    const editor = await there.stage.server.open(config)
    const { key } = config.document
    asCopy('opening')
    assert.equal(await detach(), 0)
    there.stage.server.log.clear()

    const { document } = await configOf(client, id, owner)
    assert.notEqual(document.key.split('.')[0], key.split('.')[0])
    const post = (path: string) => client.post(`/app/document/${id}/${path}`).loginAs(owner)
    ;(await post('force-save')).assertStatus(409)
    ;(await post('versions/1/restore')).assertStatus(200)
    const asked = there.stage.server.log.of('command').map(({ command }) => command.key)
    assert.notInclude(asked, key)
    assert.isTrue(editor.isOpen)
  })
})
