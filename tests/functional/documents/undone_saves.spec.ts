import { test } from '@japa/runner'
import { clock } from '#kernel/state/clock'
import type { User } from '#plugins/identity/main'
import { makeOperator } from '../../helpers/accounts.js'
import { configOf, documentOf, versionsOf } from '../../helpers/editor_stage.js'
import { noticesOf } from '../../helpers/heard_notices.js'
import { MINUTE_MS } from '../../helpers/looked_after.js'
import { lossStage } from '../../helpers/loss_stage.js'
import { toldSession } from '../../helpers/told_saves.js'

test.group('Documents | a save in which all was taken back', (group) => {
  const there = lossStage(group)
  const notices = noticesOf(group)

  test('keeps the work of whoever comes next from nothing', async ({ client, assert }) => {
    const { server } = there.stage
    const { id, owner: ann, config } = await toldSession(client, there.stage)
    const bob = await makeOperator()
    const anns = await server.open(config)
    anns.edit('a')
    anns.takeBack()
    await anns.forceSave()
    clock.travel(MINUTE_MS)
    const bobs = await server.open(await configOf(client, id, bob))
    await anns.close()
    for (const text of ['One.', 'Two.']) {
      bobs.edit(text)
      clock.travel(MINUTE_MS)
      await bobs.forceSave()
    }
    bobs.edit('Three.')
    clock.travel(MINUTE_MS)
    await bobs.close()
    await server.settled()
    const versions = await versionsOf(id)
    assert.isTrue(versions.every(({ beside }) => !beside))
    const last = versions.at(-1)!
    assert.deepEqual([(await documentOf(id)).versionNo, last.authorId], [last.no, bob.id])
    assert.isEmpty(notices.heard.filter(({ userIds }) => userIds.includes(bob.id)))
    assert.isEmpty(notices.heard.filter(({ userIds }) => userIds.includes(ann.id)))
  })

  test('says nothing of what had been saved in its session before it', async ({
    client,
    assert,
  }) => {
    const { server } = there.stage
    const session = await toldSession(client, there.stage)
    const { id, owner: ann, config } = session
    const [carl, dan] = [await makeOperator(), await makeOperator()]
    const say = async (of: typeof config, type: 0 | 1, { id: userId }: User, inside: User[]) => {
      const users = inside.map((user) => String(user.id))
      const actions = [{ type, userid: String(userId) }]
      const payload = { key: of.document.key, status: 1, users, actions }
      await server.sendCallback({ callbackUrl: of.editorConfig.callbackUrl!, payload })
    }
    const save = async (text: string, { id: userId }: User, changed?: number) => {
      await session.save({ status: 6, text, by: [userId], changed }).send()
      clock.travel(MINUTE_MS)
    }
    await say(config, 1, ann, [ann])
    await save('a', ann)
    await say(config, 0, ann, [])
    const carls = await configOf(client, id, carl)
    const anew = await fetch(carls.document.url)
    assert.equal(anew.status, 200)
    await say(carls, 1, carl, [carl])
    await save('a, once more', carl, 0)
    const dans = await configOf(client, id, dan)
    await say(dans, 1, dan, [carl, dan])
    await say(carls, 0, carl, [dan])
    await save('without it', dan)
    assert.deepEqual(
      (await versionsOf(id)).map(({ beside }) => beside),
      [false, false, false, true]
    )
    assert.isTrue(notices.heard.some(({ userIds }) => userIds.includes(dan.id)))
  })

  test('leaves nothing unsaved behind whoever closes after it', async ({ client, assert }) => {
    const { server } = there.stage
    const { id, config } = await toldSession(client, there.stage)
    const anns = await server.open(config)
    anns.edit('a')
    anns.takeBack()
    await anns.forceSave()
    clock.travel(MINUTE_MS)
    await anns.close()
    await server.settled()
    assert.isEmpty(notices.heard)
    assert.lengthOf(await versionsOf(id), 2)
  })
})
