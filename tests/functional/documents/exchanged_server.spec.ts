import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { clock } from '#kernel/state/clock'
import type { User } from '#plugins/identity/main'
import { FakeDocumentServer } from '../../fakes/document_server/server.js'
import { makeOperator } from '../../helpers/accounts.js'
import { configOf, EDITOR_SECRET, staged, versionsOf } from '../../helpers/editor_stage.js'
import { sweep } from '../../helpers/lost_saves.js'

import { HOUR_MS, lookedAfter } from '../../helpers/looked_after.js'

test.group('Documents | a document server that is exchanged while people edit', (group) => {
  const there = lookedAfter(group)
  const { notices, sweeps, toldOfLoss } = there
  let other: FakeDocumentServer
  group.setup(async () => {
    const wait = async () => undefined
    other = await FakeDocumentServer.start({
      ...{ secret: EDITOR_SECRET, wait },
      now: () => clock.now(),
    })
    return () => other.stop()
  })

  const exchange = () => there.stage.configure({ documentServerUrl: other.url })

  /** Ann is inside on the old one. */
  async function exchanged(client: ApiClient) {
    const { id } = await staged(client)
    const [ann, bob] = [await makeOperator(), await makeOperator()]
    const old = await there.stage.server.open(await configOf(client, id, ann))
    old.edit('Ann.')
    exchange()
    const open = async (user: User) => other.open(await configOf(client, id, user))
    return { id, ann, bob, old, open }
  }

  test('tell whose last save comes from the old one after another’s', async ({
    client,
    assert,
  }) => {
    const { ann, bob, old, open } = await exchanged(client)
    const editor = await open(bob)
    editor.edit('Bob.')
    await editor.close()
    await old.close()
    assert.equal(await sweeps(), 1)
    const [told, ...more] = toldOfLoss(ann)
    assert.lengthOf(more, 0)
    assert.include(told!.body, 'ended')
    assert.lengthOf(notices.toldTo(bob.id), 0)
  })

  test('tell whose last save comes from the old one before another’s', async ({
    client,
    assert,
  }) => {
    const { ann, bob, old, open } = await exchanged(client)
    const editor = await open(bob)
    editor.edit('Bob.')
    await old.close()
    await editor.close()
    assert.equal(await sweeps(), 1)
    assert.lengthOf(toldOfLoss(ann), 1)
    assert.lengthOf(notices.toldTo(bob.id), 0)
  })

  test('tell who stays on the old one, and who left before them', async ({ client, assert }) => {
    const { id, ann, bob, old, open } = await exchanged(client)
    there.stage.configure()
    const carol = await makeOperator()
    await there.stage.server.open(await configOf(client, id, carol))
    exchange()
    clock.travel(HOUR_MS / 6)
    const editor = await open(bob)
    clock.travel(HOUR_MS / 6)
    await old.close()
    editor.edit('Bob.')
    await editor.close()
    assert.isAbove(await sweeps(), 0)
    assert.lengthOf(toldOfLoss(ann), 1)
    assert.lengthOf(toldOfLoss(carol), 1)
    assert.lengthOf(notices.toldTo(bob.id), 0)
  })

  test('tell once where nobody comes to the new one', async ({ client, assert }) => {
    const { ann, old } = await exchanged(client)
    await old.close()
    assert.equal(await sweeps(), 1)
    assert.lengthOf(toldOfLoss(ann), 1)
  })

  test('bring back what the old one keeps once it is asked again', async ({ client, assert }) => {
    const { id, ann, bob, old, open } = await exchanged(client)
    const editor = await open(bob)
    editor.edit('Bob.')
    await editor.close()
    await old.close()
    await sweeps()
    there.stage.configure()
    assert.equal((await sweep()).recovered, 1)
    const [, , brought] = await versionsOf(id)
    assert.deepInclude(brought!.$attributes, { kind: 'recovered', beside: true })
    assert.include(notices.toldTo(ann.id).at(-1)!.body, 'version 3')
  })
})
