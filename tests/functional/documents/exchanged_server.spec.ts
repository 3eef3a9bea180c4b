import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { clock } from '#kernel/state/clock'
import type { User } from '#plugins/identity/main'
import DocumentKey from '../../../app/plugins/documents/models/document_key.js'
import DocumentOpening from '../../../app/plugins/documents/models/document_opening.js'
import { LookAfterSessions } from '../../../app/plugins/documents/recovery/look_after_sessions.js'
import { FakeDocumentServer } from '../../fakes/document_server/server.js'
import { makeOperator } from '../../helpers/accounts.js'
import {
  configOf,
  EDITOR_SECRET,
  editorStage,
  forgetLosses,
  staged,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { noticesOf } from '../../helpers/heard_notices.js'
import { forgetKept, sweep } from '../../helpers/lost_saves.js'

const HOUR_MS = 3_600_000

test.group('Documents | a document server that is exchanged while people edit', (group) => {
  const notices = noticesOf(group)
  let stage: EditorStage
  let other: FakeDocumentServer
  group.setup(async () => {
    stage = await editorStage({ now: () => clock.now() })
    await forgetLosses()
    await DocumentOpening.query().delete()
    await DocumentKey.query().update({ goneAt: null, unsavedAt: null })
    const wait = async () => undefined
    other = await FakeDocumentServer.start({
      ...{ secret: EDITOR_SECRET, wait },
      now: () => clock.now(),
    })
    return async () => {
      await other.stop()
      await stage.close()
    }
  })
  group.each.setup(() => () => {
    clock.restore()
    stage.configure()
    forgetKept(stage)
  })

  const exchange = () => stage.configure({ documentServerUrl: other.url })

  async function sweeps() {
    let told = 0
    for (let time = 0; time < 6; time++) {
      clock.travel(13 * HOUR_MS)
      told += (await (await app.container.make(LookAfterSessions)).handle()).gone
    }
    return told
  }

  const toldOfLoss = ({ id }: User) =>
    notices.toldTo(id).filter(({ title }) => title === 'Changes of yours may not have arrived')

  /** Ann is inside on the old one. */
  async function exchanged(client: ApiClient) {
    const { id } = await staged(client)
    const [ann, bob] = [await makeOperator(), await makeOperator()]
    const old = await stage.server.open(await configOf(client, id, ann))
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
    assert.include(told!.body, 'could not be taken')
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
    stage.configure()
    const carol = await makeOperator()
    await stage.server.open(await configOf(client, id, carol))
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
    stage.configure()
    assert.equal((await sweep()).recovered, 1)
    const [, , brought] = await versionsOf(id)
    assert.deepInclude(brought!.$attributes, { kind: 'recovered', beside: true })
    assert.include(notices.toldTo(ann.id).at(-1)!.body, 'version 3')
  })
})
