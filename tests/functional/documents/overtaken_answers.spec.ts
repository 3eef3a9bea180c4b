import type { Assert } from '@japa/assert'
import { test } from '@japa/runner'
import type { ApiClient, ApiResponse } from '@japa/api-client'
import { clock } from '#kernel/state/clock'
import type { User } from '#plugins/identity/main'
import { LiveState } from '../../../app/plugins/documents/live/live_state.js'
import { makeOperator } from '../../helpers/accounts.js'
import { configOf, documentOf, staged, versionsOf } from '../../helpers/editor_stage.js'
import { lookedAfter, MINUTE_MS } from '../../helpers/looked_after.js'
import { lose } from '../../helpers/lost_saves.js'
import { until } from '../../helpers/until.js'

const EDITING = 1

test.group('Documents | answers that somebody’s coming overtakes', (group) => {
  const there = lookedAfter(group)
  const { courier } = there
  group.each.teardown(() => {
    courier.holds = () => false
  })

  /** The document server was asked how the session stands, and while its answer is on its way others come. */
  async function askedWhile(
    client: ApiClient,
    { id, asker }: { id: number; asker: User },
    meanwhile: () => Promise<void>
  ): Promise<ApiResponse> {
    courier.holds = ({ isAnswer }, stage) => isAnswer === true && stage === 'way'
    const asking = client.post(`/app/document/${id}/force-save`).loginAs(asker).then()
    await until(() => courier.held.length > 0)
    courier.holds = () => false
    await meanwhile()
    for (const answer of [...courier.held]) answer.release()
    return asking as Promise<ApiResponse>
  }

  /** Ann had looked; Bob comes while it is asked whether anything of hers is left. */
  async function overtaken(client: ApiClient) {
    const { id, owner: ann, config } = await staged(client)
    await (await there.stage.server.open(config)).close()
    clock.travel(5_000)
    const bob = await makeOperator()
    const configured = await configOf(client, id, bob)
    const open = () => there.stage.server.open(configured)
    const come: { editor?: Awaited<ReturnType<typeof open>> } = {}
    await askedWhile(client, { id, asker: ann }, async () => {
      come.editor = await open()
    })
    return { id, ann, bob, editor: come.editor! }
  }

  test('name whoever came since as inside', async ({ client, assert }) => {
    const { id, bob } = await overtaken(client)
    assert.deepEqual(
      (await documentOf(id)).editing.map((one) => one.id),
      [bob.id]
    )
  })

  test('tell whoever came since, once their work is lost', async ({ client, assert }) => {
    const { ann, bob, editor } = await overtaken(client)
    clock.travel(MINUTE_MS)
    editor.edit('Bob.')
    clock.travel(MINUTE_MS)
    there.stage.server.loseStorage()
    await there.sweeps()
    assert.lengthOf(there.toldOfLoss(bob), 1)
    assert.lengthOf(there.notices.toldTo(ann.id), 0)
  })

  test('put a lost save down to whoever came since', async ({ client, assert }) => {
    const { id, bob, editor } = await overtaken(client)
    clock.travel(MINUTE_MS)
    editor.edit('Bob.')
    await lose(there.stage, editor)
    await there.sweeps()
    assert.equal((await versionsOf(id)).at(-1)!.authorId, bob.id)
  })

  test('tell whoever was let in since, though their coming is never heard', async ({
    client,
    assert,
  }) => {
    const { id, owner: ann, config } = await staged(client)
    const first = await there.stage.server.open(config)
    await first.close()
    clock.travel(5_000)
    const bob = await makeOperator()
    const come: { config?: Awaited<ReturnType<typeof configOf>> } = {}
    await askedWhile(client, { id, asker: ann }, async () => {
      come.config = await configOf(client, id, bob)
    })
    const editor = await there.unheard(() => there.stage.server.open(come.config!))
    clock.travel(2 * MINUTE_MS)
    editor.edit('Bob.')
    there.stage.server.loseStorage()
    await there.sweeps()
    assert.lengthOf(there.toldOfLoss(bob), 1)
  })

  test('miss nobody who came since, where others are named', async ({ client, assert }) => {
    const { id, owner: ann, config } = await staged(client)
    await there.stage.server.open(config)
    clock.travel(5_000)
    const bob = await makeOperator()
    const configured = await configOf(client, id, bob)
    await askedWhile(client, { id, asker: ann }, async () => {
      await there.stage.server.open(configured)
    })
    assert.sameMembers(
      (await documentOf(id)).editing.map((one) => one.id),
      [ann.id, bob.id]
    )
  })

  test('end whoever had come before, though that is told late', async ({ client, assert }) => {
    const { id, owner: ann } = await staged(client)
    const bob = await makeOperator()
    const configured = await configOf(client, id, bob)
    courier.holds = ({ status, isAnswer }) => status === EDITING && !isAnswer
    const opening = there.stage.server.open(configured)
    await until(() => courier.held.length > 0)
    courier.holds = () => false
    for (const join of [...courier.held]) join.release()
    const editor = await opening
    clock.travel(5_000)
    await there.unheard(() => editor.close())
    const response = await client.post(`/app/document/${id}/force-save`).loginAs(ann)
    response.assertStatus(409)
    assert.lengthOf((await documentOf(id)).editing, 0)
    there.stage.server.loseStorage()
    await there.sweeps()
    assert.lengthOf(there.toldOfLoss(bob), 0)
  })

  /** Ann had looked, and asks whether the session is over; Bob comes while that is being noted. */
  async function comesMeanwhile(client: ApiClient, assert: Assert, isForgotten: boolean) {
    const { id, owner: ann, config } = await staged(client)
    await (await there.stage.server.open(config)).close()
    clock.travel(5_000)
    const bob = await makeOperator()
    const configured = await configOf(client, id, bob)
    if (isForgotten) there.stage.server.loseStorage()
    const open = () => there.stage.server.open(configured)
    const come: { editor?: Awaited<ReturnType<typeof open>> } = {}
    const end = LiveState.prototype.end
    LiveState.prototype.end = async function (...session) {
      LiveState.prototype.end = end
      await end.apply(this, session)
      come.editor = await open()
    }
    const refused = await client.delete(`/app/document/${id}`).loginAs(ann)
    LiveState.prototype.end = end
    refused.assertStatus(409)
    const { editing } = await documentOf(id)
    assert.deepEqual(
      editing.map((one) => one.id),
      [bob.id]
    )
    clock.travel(MINUTE_MS)
    come.editor!.edit('Bob.')
    clock.travel(MINUTE_MS)
    return { id, ann, bob, editor: come.editor! }
  }

  for (const isForgotten of [false, true]) {
    const how = isForgotten ? 'is not known any more' : 'is over'
    test(`keep whoever comes while it is noted that the session ${how}`, async ({
      client,
      assert,
    }) => {
      const { ann, bob } = await comesMeanwhile(client, assert, isForgotten)
      there.stage.server.loseStorage()
      await there.sweeps()
      assert.lengthOf(there.toldOfLoss(bob), 1)
      assert.lengthOf(there.notices.toldTo(ann.id), 0)
    })

    test(`put a lost save down to whoever comes while it is noted that the session ${how}`, async ({
      client,
      assert,
    }) => {
      const { id, bob, editor } = await comesMeanwhile(client, assert, isForgotten)
      await lose(there.stage, editor)
      await there.sweeps()
      assert.equal((await versionsOf(id)).at(-1)!.authorId, bob.id)
    })
  }
})
