import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { clock } from '#kernel/state/clock'
import { editorStage, staged, versionsOf, type EditorStage } from '../../helpers/editor_stage.js'
import { noticesOf } from '../../helpers/heard_notices.js'
import { forgetKept, sweep } from '../../helpers/lost_saves.js'
import { wordBytes } from '../../helpers/packages.js'

const HOUR_MS = 3_600_000

test.group('Documents | lost saves that the document server does not hand out', (group) => {
  const notices = noticesOf(group)
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.teardown(() => {
    clock.restore()
    stage.configure()
    delete stage.server.faults.output
    forgetKept(stage)
  })

  const fetches = (key: string) =>
    stage.server.log.of('download').filter(({ path }) => path.includes(key)).length

  async function lost(client: ApiClient) {
    const made = await staged(client)
    const { key } = made.config.document
    stage.server.store.forget(key, 'docx', wordBytes(`lost under ${key}`))
    return { ...made, key }
  }

  test('keep nobody else’s from being brought back, and tell their authors once', async ({
    client,
    assert,
  }) => {
    const one = await lost(client)
    const other = await lost(client)
    stage.server.store.misplace(one.key)
    assert.containsSubset(await sweep(), { recovered: 1, failed: 1 })
    assert.lengthOf(await versionsOf(other.id), 2)
    for (let times = 0; times < 3; times++) assert.containsSubset(await sweep(), { failed: 1 })

    const [told, ...more] = notices
      .toldTo(one.owner.id)
      .filter(({ title }) => title.includes('not here yet'))
    assert.lengthOf(more, 0)
    assert.include(told!.body, 'does not hand them out')
    assert.notInclude(told!.body, one.key)
    const toMenders = notices.heard.filter(({ notice }) => notice.body.includes(one.key))
    assert.lengthOf(toMenders, 1)
  })

  test('are tried less and less often, and at once where somebody asks for it', async ({
    client,
    assert,
  }) => {
    clock.stop()
    const { key, id } = await lost(client)
    stage.server.store.misplace(key)
    for (let hour = 0; hour < 48; hour++) {
      for (let times = 0; times < 6; times++) {
        assert.containsSubset(await sweep(), { failed: 1 })
        clock.travel(HOUR_MS / 6)
      }
    }
    const after = fetches(key)
    assert.isBelow(after, 30)
    assert.isAbove(after, 12)
    stage.server.store.forget(key, 'docx', wordBytes('found after all'))
    assert.containsSubset(await sweep(), { failed: 1 })
    assert.equal(fetches(key), after)
    assert.containsSubset(await sweep({ evenWaiting: true }), { recovered: 1, failed: 0 })
    assert.lengthOf(await versionsOf(id), 2)
  })

  test('are tried again within a day after they could not be had', async ({ client, assert }) => {
    clock.stop()
    const { key } = await lost(client)
    stage.server.store.misplace(key)
    for (let times = 0; times < 20; times++) {
      await sweep()
      clock.travel(24 * HOUR_MS)
    }
    stage.server.store.forget(key, 'docx', wordBytes('found after all'))
    assert.containsSubset(await sweep(), { recovered: 1, failed: 0 })
  })

  test('are named by the doctor until they are here', async ({ client, assert }) => {
    await sweep()
    const { key, owner } = await lost(client)
    const found = async () => {
      const response = await client.get('/app/document/editor/diagnosis').loginAs(owner)
      const { checks } = response.body().data as { checks: Record<string, string>[] }
      return checks.find(({ check }) => check === 'lost saves')!
    }
    assert.equal((await found()).state, 'ok')
    stage.server.store.misplace(key)
    await sweep()
    assert.equal((await found()).state, 'warning')
    assert.match((await found()).detail!, /^1 save .* could not be brought here/)
    stage.server.store.forget(key, 'docx', wordBytes('found after all'))
    await sweep({ evenWaiting: true })
    assert.equal((await found()).state, 'ok')
  })

  test('are forgotten here once they are gone from there', async ({ client, assert }) => {
    const { key } = await lost(client)
    stage.server.store.misplace(key)
    await sweep()
    stage.server.store.deleteForgotten(key)
    assert.containsSubset(await sweep(), { recovered: 0, failed: 0 })
    stage.server.store.forget(key, 'docx', wordBytes('another loss of the same key'))
    assert.containsSubset(await sweep(), { recovered: 1 })
  })

  test('tell of what ought to pass and does not for a day', async ({ client, assert }) => {
    clock.stop()
    const { owner } = await lost(client)
    stage.server.faults.output = 'unavailable'
    await sweep()
    clock.travel(23 * HOUR_MS)
    await sweep()
    assert.lengthOf(notices.heard, 0)
    clock.travel(2 * HOUR_MS)
    await sweep()
    await sweep()
    assert.lengthOf(
      notices.toldTo(owner.id).filter(({ title }) => title.includes('not here yet')),
      1
    )
  })
})
