import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import type { User } from '#plugins/identity/main'
import { emptyOdt } from '../../fakes/document_server/conversion.js'
import { makeOperator } from '../../helpers/accounts.js'
import {
  configOf,
  documentOf,
  goingOn,
  lookingAt,
  staged,
  versionsOf,
} from '../../helpers/editor_stage.js'
import { HOUR_MS, lookedAfter } from '../../helpers/looked_after.js'
import { sweep } from '../../helpers/lost_saves.js'
import { until } from '../../helpers/until.js'
import { clock } from '#kernel/state/clock'

const UNREACHABLE = { documentServerInternalUrl: 'http://127.0.0.1:9' }

test.group('Documents | whose work is lost', (group) => {
  const there = lookedAfter(group)
  group.each.teardown(() => void delete there.stage.server.faults.format)

  const opener = (client: ApiClient, id: number) => async (user: User) =>
    there.stage.server.open(await goingOn(there.stage, client, id, user))

  /** Whose versions those are that came after the first. */
  const authorsOf = async (id: number) =>
    (await versionsOf(id)).slice(1).map(({ authorId }) => authorId)

  async function openDocument(client: ApiClient) {
    const ann = await makeOperator()
    const created = await client
      .post('/app/document')
      .loginAs(ann)
      .file('file', Buffer.from(emptyOdt()), { filename: 'notes.odt' })
      .field('title', 'Notes')
    const { id } = created.body().data as { id: number }
    return { id, ann, bob: await makeOperator(), open: opener(client, id) }
  }

  for (const undated of [true, false])
    for (const betweenMs of [0, HOUR_MS])
      test(`put nothing down to whom a save in another format was refused of, ${betweenMs} ms later, ${undated ? 'un' : ''}dated`, async ({
        client,
        assert,
      }) => {
        there.stage.server.faults.undated = undated
        there.stage.server.faults.format = true
        const { id, ann, bob, open } = await openDocument(client)
        const bobs = await open(bob)
        bobs.edit('Bob.')
        await there.unheard(() => bobs.close())
        clock.travel(betweenMs)
        const anns = await open(ann)
        anns.edit('Ann.')
        there.stage.server.faults.format = false
        there.stage.configure(UNREACHABLE)
        await anns.close()
        there.stage.configure()
        assert.equal((await sweep()).hidden, 1)
        const authors = await authorsOf(id)
        assert.lengthOf(authors, 1)
        assert.include([bob.id, null], authors[0]!)
      })

  test('not count those who came to the session before once it was over', async ({
    client,
    assert,
  }) => {
    const { id } = await staged(client)
    const [ann, bob] = [await makeOperator(), await makeOperator()]
    const open = opener(client, id)
    const [before, viewing] = [await configOf(client, id, ann), await lookingAt(client, id)]
    const lost = async (editor: Awaited<ReturnType<typeof open>>, text: string) => {
      editor.edit(text)
      await there.unheard(() => editor.close())
    }
    await lost(await there.stage.server.open(before), 'Ann.')
    assert.equal((await sweep()).recovered, 1)
    await there.stage.server.open(viewing)
    await lost(await there.stage.server.open(before), 'More of Ann.')
    assert.notEqual((await documentOf(id)).editorKey, before.document.key)
    const looking = await open(bob)
    await looking.close()
    await lost(await open(bob), 'Bob.')
    await sweep()
    assert.equal((await authorsOf(id)).at(-1), bob.id)
  })

  for (const how of ['refused', 'badly written'] as const)
    test(`tell whoever comes back to it unheard, and only looks, where it was ${how}`, async ({
      client,
      assert,
    }) => {
      const { id, ann, bob, open } = await there.twoPeople(client)
      const { faults } = there.stage.server
      const bobs = await open(bob)
      bobs.edit('Bob.')
      const anns = await open(ann)
      await bobs.close()
      anns.edit('Ann.')
      if (how === 'refused') there.stage.configure(UNREACHABLE)
      else Object.assign(faults, { corrupted: true, output: 'unavailable' })
      await anns.close()
      there.stage.configure()
      delete faults.corrupted
      delete faults.output
      const again = await there.unheard(() => open(ann))
      clock.travel(HOUR_MS)
      await again.close()
      await sweep()
      const last = (await versionsOf(id)).at(-1)!
      assert.include([ann.id, null], last.authorId!)
      if (last.beside)
        for (const { id: userId } of [ann, bob])
          assert.isTrue(
            there.notices.toldTo(userId).some(({ body }) => body.includes(`version ${last.no}`))
          )
      assert.equal(last.beside, how === 'badly written')
    })

  test('put what comes once more, when its session was brought back, down to who alone was in it', async ({
    client,
    assert,
  }) => {
    there.stage.server.faults.format = true
    const { id, ann, open } = await openDocument(client)
    const wrote = await open(ann)
    wrote.edit('Ann.')
    await there.unheard(() => wrote.close())
    const looks = await open(ann)
    there.courier.holds = ({ status }, at) => status === 2 && at === 'way'
    const closed = looks.close()
    await until(() => there.courier.held.length > 0)
    assert.equal((await sweep()).recovered, 1)
    clock.travel(HOUR_MS)
    there.courier.holds = () => false
    there.courier.held[0]!.release()
    await closed
    assert.deepEqual(await authorsOf(id), [ann.id, ann.id])
  })
})
