import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { clock } from '#kernel/state/clock'
import { actAsSystem } from '#kernel/operator/acting'
import Session from '../../../app/plugins/identity/models/session.js'
import DocumentOpening from '../../../app/plugins/documents/models/document_opening.js'
import { makeOperator } from '../../helpers/accounts.js'
import { brokenConnections } from '../../helpers/broken_connections.js'
import { configOf, documentOf, giveRights, staged, takeRights } from '../../helpers/editor_stage.js'
import { HOUR_MS, MINUTE_MS } from '../../helpers/looked_after.js'

const TWO_DAYS_MS = 48 * HOUR_MS

test.group('Documents | how long somebody stays barred from a session', (group) => {
  const { there, review, broken, remove, newestOf, textsTo, ...pages } = brokenConnections(group)
  const { comesBack, comesBackWithoutRight } = pages

  const BESIDE = { no: 2, beside: true }
  const PRESENT = { no: 2, kind: 'save', beside: false }

  /** Bob was let in to comment, and two days later to edit. */
  async function letInTwice(client: ApiClient) {
    const { id, owner } = await staged(client)
    const bob = await makeOperator()
    takeRights(there.stage, bob, ['edit'])
    await (await there.stage.server.open(await configOf(client, id, bob))).close()
    clock.travel(TWO_DAYS_MS)
    giveRights(there.stage, bob)
    const bobs = await configOf(client, id, bob)
    await (await there.stage.server.open(bobs)).close()
    clock.travel(5 * MINUTE_MS)
    return { id, owner, bob, bobs }
  }

  test('whatever they were let in to do long before', async ({ client, assert }) => {
    const { id, owner, bob, bobs } = await letInTwice(client)
    await (await comesBackWithoutRight(bob, bobs)).close()
    assert.include(await newestOf(id), BESIDE)
    assert.match(textsTo(owner)[0]!, /could no longer change the document/)
  })

  test('from what they lost alone, though they still may do less than that', async ({
    client,
    assert,
  }) => {
    const { id, owner, bob, bobs } = await letInTwice(client)
    takeRights(there.stage, bob, ['edit'])
    await review()
    clock.travel(5 * MINUTE_MS)
    await (await comesBack(bobs)).close()
    assert.include(await newestOf(id), BESIDE)
    assert.match(textsTo(owner)[0]!, /could no longer change the document/)
  })

  test('once they may no longer do what they were let in to do long before', async ({
    client,
    assert,
  }) => {
    const { id, bob, bobs } = await letInTwice(client)
    takeRights(there.stage, bob, ['edit'])
    await review()
    clock.travel(HOUR_MS)
    await (await comesBackWithoutRight(bob, bobs)).close()
    assert.include(await newestOf(id), BESIDE)
  })

  test('though they had been away for days when they lost the right', async ({
    client,
    assert,
  }) => {
    const { id, bob, bobs } = await broken(client)
    clock.travel(TWO_DAYS_MS)
    await (await comesBackWithoutRight(bob, bobs)).close()
    assert.include(await newestOf(id), BESIDE)
  })

  test('anew, where they lose the right once more', async ({ client, assert }) => {
    const { id, bob, bobs } = await broken(client)
    takeRights(there.stage, bob)
    await review()
    giveRights(there.stage, bob)
    await review()
    clock.travel(3 * HOUR_MS)
    await (await comesBackWithoutRight(bob, bobs)).close()
    assert.include(await newestOf(id), BESIDE)
  })

  for (const isLookedAt of [true, false])
    test(`no longer once they have the right again, ${isLookedAt ? '' : 'not '}looked at meanwhile`, async ({
      client,
      assert,
    }) => {
      const { id, owner, bob, bobs } = await broken(client)
      takeRights(there.stage, bob)
      await review()
      clock.travel(TWO_DAYS_MS)
      giveRights(there.stage, bob)
      if (isLookedAt) await review()
      clock.travel(3 * HOUR_MS)
      await (await comesBack(bobs, 'By Bob.')).close()
      assert.include(await newestOf(id), PRESENT)
      for (const user of [bob, owner]) assert.isEmpty(textsTo(user))
    })

  test('no longer, also of what they wrote just before they had the right again', async ({
    client,
    assert,
  }) => {
    const { id, bob, bobs } = await broken(client)
    const editor = await comesBackWithoutRight(bob, bobs)
    giveRights(there.stage, bob)
    await editor.close()
    assert.include(await newestOf(id), PRESENT)
  })

  test('not of what they wrote between, though they have lost the right again when it is saved', async ({
    client,
    assert,
  }) => {
    const { id, bob, bobs } = await broken(client)
    takeRights(there.stage, bob)
    await review()
    clock.travel(TWO_DAYS_MS)
    giveRights(there.stage, bob)
    await review()
    clock.travel(3 * HOUR_MS)
    const editor = await comesBack(bobs, 'By Bob.')
    takeRights(there.stage, bob)
    await editor.close()
    assert.include(await newestOf(id), PRESENT)
  })

  test('where an administrator ended their login, though they have the right', async ({
    client,
    assert,
  }) => {
    const { id, bob, bobs } = await broken(client)
    const ended = {
      userId: bob.id,
      endedAt: '2026-01-01 00:00:00.000',
      endReason: 'kicked' as const,
    }
    const { sessionId } = await DocumentOpening.findByOrFail({ userId: bob.id })
    assert.isNotNull(sessionId)
    await actAsSystem('test', () => Session.query().where('id', sessionId!).update(ended))
    await review()
    clock.travel(TWO_DAYS_MS)
    await (await comesBack(bobs)).close()
    assert.include(await newestOf(id), BESIDE)
  })

  test('in the trash as well: they and the owner are told', async ({ client, assert }) => {
    const { id, owner, bob, bobs } = await broken(client)
    ;(await remove(client, id, owner)).assertStatus(200)
    await (await comesBackWithoutRight(bob, bobs)).close()
    assert.include(await newestOf(id), { ...BESIDE, kind: 'late' })
    for (const user of [bob, owner]) {
      assert.lengthOf(textsTo(user), 1)
      assert.match(textsTo(user)[0]!, /could no longer change the document.*from the trash/)
    }
  })

  test('from what does not change: they and the owner are told', async ({ client, assert }) => {
    const { id, owner, bob, bobs } = await broken(client)
    const document = await documentOf(id)
    await actAsSystem('test', () => document.merge({ status: 'approved' }).save())
    await (await comesBackWithoutRight(bob, bobs)).close()
    assert.include(await newestOf(id), { ...BESIDE, kind: 'late' })
    for (const user of [bob, owner])
      assert.match(textsTo(user)[0]!, /could no longer change the document.*to a new document/)
  })
})
