import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { clock } from '#kernel/state/clock'
import type { User } from '#plugins/identity/main'
import DocumentKey from '../../../app/plugins/documents/models/document_key.js'
import DocumentOpening from '../../../app/plugins/documents/models/document_opening.js'
import { LookAfterSessions } from '../../../app/plugins/documents/recovery/look_after_sessions.js'
import { HeldCourier } from '../../fakes/document_server/held_courier.js'
import { makeOperator } from '../../helpers/accounts.js'
import {
  configOf,
  editorStage,
  forgetLosses,
  staged,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { noticesOf } from '../../helpers/heard_notices.js'
import { forgetKept, lose } from '../../helpers/lost_saves.js'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

test.group('Documents | work that is owed by a session', (group) => {
  const notices = noticesOf(group)
  const courier = new HeldCourier()
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage({ courier, now: () => clock.now() })
    await forgetLosses()
    await DocumentOpening.query().delete()
    await DocumentKey.query().update({ goneAt: null, unsavedAt: null })
    return () => stage.close()
  })
  group.each.setup(() => () => {
    clock.restore()
    stage.configure()
    forgetKept(stage)
    courier.fate = () => 'delivered'
  })

  async function sweeps(times = 6) {
    let told = 0
    for (let time = 0; time < times; time++) {
      clock.travel(13 * HOUR_MS)
      told += (await (await app.container.make(LookAfterSessions)).handle()).gone
    }
    return told
  }

  const toldOfLoss = ({ id }: User) =>
    notices.toldTo(id).filter(({ title }) => title === 'Changes of yours may not have arrived')

  async function twoPeople(client: ApiClient) {
    const { id } = await staged(client)
    const [ann, bob] = [await makeOperator(), await makeOperator()]
    const open = async (user: User) => stage.server.open(await configOf(client, id, user))
    return { id, ann, bob, open }
  }

  /** As when this service cannot fetch what is saved. */
  async function refused(client: ApiClient) {
    const people = await twoPeople(client)
    const first = await people.open(people.ann)
    first.edit('Ann.')
    stage.configure({ documentServerInternalUrl: 'http://127.0.0.1:9' })
    await first.close()
    stage.configure()
    return { ...people, first }
  }

  test('tell once whose last save was refused and is kept no more', async ({ client, assert }) => {
    const { ann, bob, open } = await refused(client)
    stage.server.reset()
    const second = await open(bob)
    second.edit('Bob.')
    await second.close()
    assert.equal(await sweeps(), 1)
    const [told, ...more] = toldOfLoss(ann)
    assert.lengthOf(more, 0)
    assert.include(told!.body, 'could not be taken')
    assert.lengthOf(notices.toldTo(bob.id), 0)
  })

  test('tell of nothing that was refused and brought back', async ({ client, assert }) => {
    const { id, ann } = await refused(client)
    assert.equal(await sweeps(), 0)
    assert.lengthOf(toldOfLoss(ann), 0)
    assert.equal((await versionsOf(id)).at(-1)!.kind, 'recovered')
  })

  test('tell of nothing that was refused and is in what goes on from it', async ({
    client,
    assert,
  }) => {
    const { id, ann, bob, open } = await refused(client)
    const second = await open(bob)
    second.edit('Bob.')
    await second.close()
    assert.equal(await sweeps(), 0)
    assert.lengthOf(toldOfLoss(ann), 0)
    assert.lengthOf(await versionsOf(id), 2)
  })

  /** Somebody comes back to lost work, and the document server finds them gone and nothing changed. */
  async function settledOverLost(client: ApiClient) {
    const people = await twoPeople(client)
    const { id, ann, bob } = people
    const first = await people.open(ann)
    first.edit('Ann.')
    await lose(stage, first)
    clock.travel(10 * MINUTE_MS)
    const { editorConfig, document } = await configOf(client, id, bob)
    await people.open(bob)
    stage.server.crash()
    const payload = { key: document.key, status: 4 }
    await stage.server.sendCallback({ callbackUrl: editorConfig.callbackUrl!, payload })
    return { ...people, key: document.key, carol: await makeOperator() }
  }

  test('tell of nothing that lay there and is in what goes on from it', async ({
    client,
    assert,
  }) => {
    const { id, ann, carol, open } = await settledOverLost(client)
    const third = await open(carol)
    third.edit('Carol.')
    await third.close()
    assert.equal(await sweeps(), 0)
    assert.lengthOf(toldOfLoss(ann), 0)
    assert.lengthOf(await versionsOf(id), 2)
  })

  test('tell whose it was where others came since, and may have lost what is gone on from', async ({
    client,
    assert,
  }) => {
    const { ann, bob, carol, key, open } = await settledOverLost(client)
    stage.server.store.deleteForgotten(key)
    stage.server.room(key)!.remove()
    const again = await open(bob)
    again.edit('Bob.')
    await lose(stage, again)
    const third = await open(carol)
    third.edit('Carol.')
    await third.close()
    await sweeps()
    assert.lengthOf(toldOfLoss(ann), 1)
  })

  test('tell of nothing that was refused and taken when it was sent again', async ({
    client,
    assert,
  }) => {
    const { ann, open } = await twoPeople(client)
    const first = await open(ann)
    first.edit('Ann.')
    let tries = 0
    stage.configure({ documentServerInternalUrl: 'http://127.0.0.1:9' })
    courier.fate = () => {
      if (++tries === 2) stage.configure()
      return 'delivered'
    }
    await first.close()
    stage.server.reset()
    assert.equal(await sweeps(), 0)
    assert.lengthOf(toldOfLoss(ann), 0)
  })

  test('tell later whom nobody could reach', async ({ client, assert }) => {
    const { ann, bob, open } = await twoPeople(client)
    const first = await open(ann)
    first.edit('Ann.')
    stage.server.reset()
    const second = await open(bob)
    await lose(stage, second)
    const third = await open(bob)
    third.edit('Bob.')
    await third.close()
    notices.isDown = true
    assert.equal(await sweeps(2), 0)
    notices.isDown = false
    assert.equal(await sweeps(), 1)
    assert.lengthOf(toldOfLoss(ann), 1)
  })

  test('have the doctor say so for a week', async ({ client, assert }) => {
    const { ann, bob, open } = await twoPeople(client)
    await open(ann)
    stage.server.reset()
    await (await open(bob)).close()
    const lostSaves = async () => {
      const response = await client.get('/app/document/editor/diagnosis').loginAs(bob)
      const { checks } = response.body().data as { checks: Record<string, string>[] }
      return checks.find(({ check }) => check === 'lost saves')!
    }
    await forgetLosses()
    assert.equal((await lostSaves()).state, 'ok')
    await (await open(ann)).close()
    await open(ann)
    stage.server.reset()
    await (await open(bob)).close()
    assert.equal(await sweeps(1), 1)
    const said = await lostSaves()
    assert.deepInclude(said, { state: 'warning' })
    assert.include(said.detail, '1 session went on without')
    assert.include(said.remedy, 'session_lost')
    clock.travel(8 * 24 * HOUR_MS)
    assert.equal((await lostSaves()).state, 'ok')
  })

  test('tell once, however many sweeps meet it', async ({ client, assert }) => {
    const { ann, bob, open } = await twoPeople(client)
    const first = await open(ann)
    first.edit('Ann.')
    stage.server.reset()
    await (await open(bob)).close()
    clock.travel(HOUR_MS)
    const look = await app.container.make(LookAfterSessions)
    const told = await Promise.all([look.handle(), look.handle(), look.handle()])
    assert.deepEqual(told.map(({ gone }) => gone).toSorted(), [0, 0, 1])
    assert.lengthOf(toldOfLoss(ann), 1)
  })
})
