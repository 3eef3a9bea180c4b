import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { makeOperator } from '../../helpers/accounts.js'
import { staged, versionsOf } from '../../helpers/editor_stage.js'
import { HOUR_MS, lookedAfter } from '../../helpers/looked_after.js'
import { clock } from '#kernel/state/clock'
import { loseWork, sweep } from '../../helpers/lost_saves.js'
import { wordBytes } from '../../helpers/packages.js'

test.group('Documents | lost saves that are named, and said not to be there', (group) => {
  const there = lookedAfter(group)
  const withhold = (isWithheld = true) =>
    void (there.stage.server.faults.withheld = isWithheld || undefined)
  group.each.teardown(() => withhold(false))

  async function lost(client: ApiClient) {
    const made = await staged(client)
    await loseWork(there.stage, made.config)
    return { ...made, key: made.config.document.key }
  }

  const toldOf = (userId: number) =>
    there.notices.toldTo(userId).filter(({ title }) => title.includes('not here yet'))

  test('stay there, and are told of once, with the remedy', async ({ client, assert }) => {
    const { id, owner, key } = await lost(client)
    withhold()
    assert.containsSubset(await sweep(), { recovered: 0, known: 0, failed: 1 })
    for (let times = 0; times < 6; times++) {
      clock.travel(13 * HOUR_MS)
      await there.lookAfter()
    }
    const [told, ...more] = toldOf(owner.id)
    assert.lengthOf(more, 0)
    assert.include(told!.body, 'does not hand them out')
    const remedies = there.notices.heard.filter(({ notice }) => notice.body.includes(key))
    assert.lengthOf(remedies, 1)
    withhold(false)
    assert.containsSubset(await sweep({ evenWaiting: true }), { recovered: 1, failed: 0 })
    assert.equal((await versionsOf(id)).at(-1)!.authorId, owner.id)
  })

  test('are named by the doctor', async ({ client, assert }) => {
    const { owner } = await lost(client)
    withhold()
    await sweep()
    const response = await client.get('/app/document/editor/diagnosis').loginAs(owner)
    const { checks } = response.body().data as { checks: Record<string, string>[] }
    assert.containsSubset(
      checks.find(({ check }) => check === 'lost saves'),
      { state: 'warning' }
    )
  })

  test('keep the document from being submitted, restored or removed', async ({
    client,
    assert,
  }) => {
    const { id, owner } = await lost(client)
    const handler = await makeOperator()
    withhold()
    const submitted = await client
      .post(`/app/document/${id}/submit`)
      .loginAs(owner)
      .json({ handlerIds: [handler.id] })
    submitted.assertStatus(409)
    const restored = await client.post(`/app/document/${id}/versions/1/restore`).loginAs(owner)
    restored.assertStatus(409)
    ;(await client.delete(`/app/document/${id}`).loginAs(owner)).assertStatus(409)
    withhold(false)
    assert.containsSubset(await sweep({ evenWaiting: true }), { recovered: 1 })
  })

  for (const isSwept of [false, true])
    test(`keep the document from being removed for good${isSwept ? ', after a sweep' : ''}`, async ({
      client,
      assert,
    }) => {
      const { id, owner, config } = await staged(client)
      ;(await client.delete(`/app/document/${id}`).loginAs(owner)).assertStatus(200)
      const { store } = there.stage.server
      store.forget(config.document.key, 'docx', wordBytes('lost'))
      withhold()
      if (isSwept) await sweep()
      ;(await client.delete(`/app/document/trash/${id}`).loginAs(owner)).assertStatus(409)
      withhold(false)
      assert.containsSubset(await sweep({ evenWaiting: true }), { recovered: 1 })
    })

  test('can be given up, and stay there', async ({ client, assert }) => {
    const { id, owner } = await lost(client)
    withhold()
    ;(await client.delete(`/app/document/${id}/unsaved-work`).loginAs(owner)).assertStatus(200)
    ;(await client.delete(`/app/document/${id}`).loginAs(owner)).assertStatus(200)
    assert.lengthOf(there.stage.server.store.forgottenKeys(), 1)
  })

  test('are none where another node took them away just now', async ({ client, assert }) => {
    const { owner } = await lost(client)
    const { store } = there.stage.server
    const link = store.forgottenLink.bind(store)
    store.forgottenLink = (key) => {
      store.deleteForgotten(key)
      return link(key)
    }
    assert.containsSubset(await sweep(), { recovered: 0, known: 1, failed: 0 })
    store.forgottenLink = link
    assert.lengthOf(toldOf(owner.id), 0)
  })

  test('are brought back where that was so for a moment', async ({ client, assert }) => {
    const { owner } = await lost(client)
    const { store } = there.stage.server
    const link = store.forgottenLink.bind(store)
    store.forgottenLink = () => {
      store.forgottenLink = link
      return undefined
    }
    assert.containsSubset(await sweep(), { recovered: 1, failed: 0 })
    assert.lengthOf(toldOf(owner.id), 0)
  })

  test('are here already where only taking them away fails', async ({ client, assert }) => {
    const { id, owner } = await lost(client)
    const { store } = there.stage.server
    const link = store.forgottenLink.bind(store)
    let times = 0
    store.forgottenLink = (key) => (++times > 1 ? undefined : link(key))
    assert.containsSubset(await sweep(), { recovered: 1, failed: 0 })
    store.forgottenLink = link
    assert.containsSubset(await sweep(), { recovered: 0, known: 1 })
    assert.lengthOf(await versionsOf(id), 2)
    assert.lengthOf(toldOf(owner.id), 0)
    assert.lengthOf(store.forgottenKeys(), 0)
  })
})
