import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { clock } from '#kernel/state/clock'
import { staged, versionsOf } from '../../helpers/editor_stage.js'
import { lossStage } from '../../helpers/loss_stage.js'
import { sweep } from '../../helpers/lost_saves.js'
import { wordBytes } from '../../helpers/packages.js'

const HOUR_MS = 3_600_000

test.group('Documents | a store of lost saves that cannot be read', (group) => {
  const there = lossStage(group)
  const { lossesOf, toldAsGone } = there

  const blind = (isBlind = true) => void (there.stage.server.faults.unreadable = isBlind)

  /** It is known, and cannot be had for now. */
  async function known(client: ApiClient) {
    const made = await staged(client)
    const { key } = made.config.document
    await (await there.stage.server.open(made.config)).close()
    there.stage.server.store.forget(key, 'docx', wordBytes(`lost under ${key}`))
    there.stage.server.store.misplace(key)
    await sweep({ evenWaiting: true })
    return { ...made, key }
  }

  async function sweepFor(hours: number, each = 1) {
    for (let hour = 0; hour < hours; hour += each) {
      clock.travel(each * HOUR_MS)
      await sweep()
    }
  }

  async function found(client: ApiClient, { owner }: Awaited<ReturnType<typeof staged>>) {
    const response = await client.get('/app/document/editor/diagnosis').loginAs(owner)
    const { checks } = response.body().data as { checks: Record<string, string>[] }
    return checks.find(({ check }) => check === 'lost saves')!
  }

  test('is not taken for an empty one by the sweep', async ({ client, assert }) => {
    const { id, owner, key } = await known(client)
    blind()
    assert.containsSubset(await sweep(), { missing: 1 })
    await sweepFor(20)
    assert.lengthOf(toldAsGone(owner.id), 0)
    assert.lengthOf(await lossesOf(id), 1)
    blind(false)
    there.stage.server.store.forget(key, 'docx', wordBytes('there all the time'))
    assert.containsSubset(await sweep({ evenWaiting: true }), { recovered: 1 })
    assert.lengthOf(await versionsOf(id), 2)
  })

  test('keeps a document from being deleted as before, and what is given up lets it go', async ({
    client,
    assert,
  }) => {
    const { id, owner } = await known(client)
    blind()
    for (let times = 0; times < 4; times++) {
      const refused = await client.delete(`/app/document/${id}`).loginAs(owner)
      refused.assertBodyContains({ code: 409, data: { reason: 'E_UNSAVED_WORK' } })
      assert.include(refused.body().message, 'store')
      await sweep()
    }
    const given = client.delete(`/app/document/${id}/unsaved-work`).loginAs(owner)
    ;(await given).assertStatus(200)
    ;(await client.delete(`/app/document/${id}`).loginAs(owner)).assertStatus(200)
  })

  test('is believed to keep a save no more after a day of sweeps', async ({ client, assert }) => {
    const { id, owner, key } = await known(client)
    there.stage.server.store.deleteForgotten(key)
    await sweep()
    await sweepFor(23)
    assert.lengthOf(toldAsGone(owner.id), 0)
    await sweepFor(3)
    assert.lengthOf(toldAsGone(owner.id), 1)
    assert.lengthOf(await lossesOf(id), 0)
  })

  test('is believed after several sweeps, not after a day alone', async ({ client, assert }) => {
    const { owner, key } = await known(client)
    there.stage.server.store.deleteForgotten(key)
    await sweep()
    await sweepFor(30, 30)
    assert.lengthOf(toldAsGone(owner.id), 0)
    await sweepFor(1)
    assert.lengthOf(toldAsGone(owner.id), 1)
  })

  test('is believed later where it names none of several any more', async ({ client, assert }) => {
    const all = [await known(client), await known(client)]
    blind()
    await sweep()
    await sweepFor(6 * 24, 12)
    for (const { owner } of all) assert.lengthOf(toldAsGone(owner.id), 0)
    await sweepFor(2 * 24, 12)
    for (const { owner } of all) assert.lengthOf(toldAsGone(owner.id), 1)
  })

  test('is believed after a day of what is missing among others that are named', async ({
    client,
    assert,
  }) => {
    const [one, two, three] = [await known(client), await known(client), await known(client)]
    for (const { key } of [one, two]) there.stage.server.store.deleteForgotten(key)
    await sweep()
    await sweepFor(25)
    const told = [one, two, three].map(({ owner }) => toldAsGone(owner.id).length)
    assert.deepEqual(told, [1, 1, 0])
  })

  test('begins the day anew once a save is named again', async ({ client, assert }) => {
    const { owner } = await known(client)
    for (let times = 0; times < 3; times++) {
      blind()
      await sweepFor(20)
      blind(false)
      await sweepFor(1)
    }
    assert.lengthOf(toldAsGone(owner.id), 0)
  })

  test('closes no loss by “closed without changes”', async ({ client, assert }) => {
    const { id, owner, config } = await known(client)
    blind()
    await (await there.stage.server.open(config)).close()
    await sweep()
    assert.lengthOf(await lossesOf(id), 1)
    ;(await client.delete(`/app/document/${id}`).loginAs(owner)).assertStatus(409)
  })

  test('is what the doctor fails for where a known save is not named', async ({
    client,
    assert,
  }) => {
    const made = await known(client)
    assert.equal((await found(client, made)).state, 'warning')
    blind()
    const { state, detail, remedy } = await found(client, made)
    assert.equal(state, 'failed')
    assert.match(detail!, /1 save.* not named any more/)
    assert.include(remedy!, 'store of forgotten files')
    blind(false)
    assert.equal((await found(client, made)).state, 'warning')
  })
})
