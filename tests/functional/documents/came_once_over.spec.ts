import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { clock } from '#kernel/state/clock'
import { makeOperator } from '../../helpers/accounts.js'
import { configOf, lookingAt, staged, type StagedConfig } from '../../helpers/editor_stage.js'
import { lose, sweep } from '../../helpers/lost_saves.js'
import { lookedAfter, MINUTE_MS } from '../../helpers/looked_after.js'

test.group('Documents | whoever comes into a session that was over', (group) => {
  const there = lookedAfter(group)
  const { notices, sweeps, toldOfLoss, unheard } = there

  const ENDS = ['saved', 'brought back', 'closed without changes'] as const

  /** Dana and Hugo were let in; Dana's session ends so, and Hugo's configuration serves still. */
  async function ended(client: ApiClient, how: (typeof ENDS)[number]) {
    const { id, owner: dana, config } = await staged(client)
    const hugo = await makeOperator()
    const [old, looking] = [await configOf(client, id, hugo), await lookingAt(client, id)]
    const editor = await there.stage.server.open(config)
    if (how !== 'closed without changes') editor.edit('Dana.')
    if (how === 'brought back') {
      await lose(there.stage, editor)
      await sweep()
    } else await editor.close()
    clock.travel(6 * MINUTE_MS)
    return { dana, hugo, late: { old, looking } }
  }

  /** As once the document server keeps what it had fetched no longer, and somebody looks at it. */
  async function come({ old, looking }: Record<'old' | 'looking', StagedConfig>) {
    there.stage.server.room(old.document.key)?.remove()
    await there.stage.server.open(looking)
    return there.stage.server.open(old)
  }

  for (const how of ENDS)
    test(`is told of work that is lost there: ${how}`, async ({ client, assert }) => {
      const { dana, hugo, late } = await ended(client, how)
      const page = await come(late)
      page.edit('Hugo.')
      clock.travel(2 * MINUTE_MS)
      there.stage.server.reset()
      assert.equal(await sweeps(), 1)
      assert.lengthOf(toldOfLoss(hugo), 1)
      assert.lengthOf(toldOfLoss(dana), 0)
    })

  test('is told that theirs is not saved yet where it lies there', async ({ client, assert }) => {
    const { hugo, late } = await ended(client, 'saved')
    const page = await come(late)
    page.edit('Hugo.')
    there.stage.server.crash()
    await sweeps()
    const bodies = notices.toldTo(hugo.id).map(({ body }) => body)
    assert.lengthOf(
      bodies.filter((body) => body.includes('are not saved. The document server still has them')),
      1
    )
  })

  test('is looked after still where they had come only just when it was asked about', async ({
    client,
    assert,
  }) => {
    const { hugo, late } = await ended(client, 'saved')
    clock.travel(40 * MINUTE_MS)
    const page = await come(late)
    page.edit('Hugo.')
    there.stage.server.reset()
    clock.travel(MINUTE_MS / 2)
    assert.equal((await there.lookAfter()).gone, 0)
    assert.equal(await sweeps(), 1)
    assert.lengthOf(toldOfLoss(hugo), 1)
  })

  test('is told nothing where they leave, heard or not', async ({ client, assert }) => {
    for (const isHeard of [true, false]) {
      const { dana, hugo, late } = await ended(client, 'saved')
      const page = await come(late)
      if (isHeard) await page.close()
      else await unheard(() => page.close())
      assert.equal(await sweeps(), 0)
      for (const one of [dana, hugo]) assert.lengthOf(toldOfLoss(one), 0)
    }
  })

  test('is told nothing where they may only look', async ({ client, assert }) => {
    const { id, owner, config } = await staged(client)
    const looker = await makeOperator()
    const wanted = client.get(`/app/document/${id}/editor-config`).qs({ mode: 'view' })
    const view = (await wanted.loginAs(looker)).body().data as StagedConfig
    const editor = await there.stage.server.open(config)
    editor.edit('Saved.')
    await editor.close()
    there.stage.server.room(view.document.key)?.remove()
    await there.stage.server.open(view)
    there.stage.server.reset()
    assert.equal(await sweeps(), 0)
    for (const one of [owner, looker]) assert.lengthOf(toldOfLoss(one), 0)
  })
})
