import { test } from '@japa/runner'
import { clock } from '#kernel/state/clock'
import { bar } from '../../../app/plugins/documents/live/barred_openings.js'
import { Openings } from '../../../app/plugins/documents/live/openings.js'
import DocumentOpening from '../../../app/plugins/documents/models/document_opening.js'
import { brokenConnections } from '../../helpers/broken_connections.js'
import { configOf, takeRights } from '../../helpers/editor_stage.js'
import { MINUTE_MS } from '../../helpers/looked_after.js'
import type { User } from '#plugins/identity/main'

const openingOf = ({ id: userId }: User) => DocumentOpening.findByOrFail({ userId })

test.group('Documents | who is barred from a session', (group) => {
  const { there, review, broken, comesBack, newestOf } = brokenConnections(group)

  test('is not whoever was let in anew since they were looked at', async ({ client, assert }) => {
    const { id, bob } = await broken(client)
    const found = await openingOf(bob)
    clock.travel(MINUTE_MS)
    const served = { userId: bob.id, session: 0, opening: found.id }
    await new Openings().served({ id, editorKey: found.editorKey }, served)
    await bar([found])
    assert.isNull((await openingOf(bob)).barredAt)
    await bar([await openingOf(bob)])
    assert.isNotNull((await openingOf(bob)).barredAt)
  })

  test('is whoever may no longer edit, where it is not known what they were let in to do', async ({
    client,
    assert,
  }) => {
    const { id, bob, bobs } = await broken(client)
    const opening = await openingOf(bob)
    await opening.merge({ access: [] }).save()
    takeRights(there.stage, bob, ['edit'])
    await review()
    assert.isNotNull((await openingOf(bob)).barredAt)
    await configOf(client, id, bob)
    assert.isNotNull((await opening.refresh()).barredAt)
    clock.travel(5 * MINUTE_MS)
    await (await comesBack(bobs)).close()
    assert.include(await newestOf(id), { no: 2, beside: true })
  })
})
