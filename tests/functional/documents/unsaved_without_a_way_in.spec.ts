import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { clock } from '#kernel/state/clock'
import { makeOperator } from '../../helpers/accounts.js'
import { configOf, staged, versionsOf } from '../../helpers/editor_stage.js'
import { lookedAfter, MINUTE_MS } from '../../helpers/looked_after.js'
import { wordBytes } from '../../helpers/packages.js'

const ACTS = ['restored', 'submitted', 'deleted'] as const
const DROP = { drop: true }

test.group('Documents | what is unsaved in a session that nobody is let into', (group) => {
  const there = lookedAfter(group)
  group.each.setup(() => {
    there.stage.configure({ sessionEndSeconds: 0.1 })
    return () => void delete there.stage.server.faults.saving
  })

  /** Ann stays although told to leave, and goes on writing when the document went on without her. */
  async function stays(client: ApiClient, act: (typeof ACTS)[number]) {
    const { id } = await staged(client)
    const [ann, bob] = [await makeOperator(), await makeOperator()]
    const { document, ...config } = await configOf(client, id, ann)
    const editor = await there.stage.server.open({ document, ...config })
    editor.obeys = false
    editor.edit('Before.')
    clock.travel(MINUTE_MS)
    const path = `/app/document/${id}`
    const done = {
      restored: () => client.post(`${path}/versions/1/restore`).qs(DROP).loginAs(bob),
      submitted: () =>
        client
          .post(`${path}/submit`)
          .qs(DROP)
          .json({ handlerIds: [bob.id] })
          .loginAs(ann),
      deleted: () => client.delete(path).qs(DROP).loginAs(bob),
    }
    ;(await done[act]()).assertStatus(200)
    clock.travel(MINUTE_MS)
    editor.edit('Long after.')
    clock.travel(MINUTE_MS)
    return { id, ann, bob, editor, key: document.key }
  }

  async function lookAfterForHours() {
    for (let times = 0; times < 3; times++) {
      clock.travel(40 * MINUTE_MS)
      await there.lookAfter()
    }
  }

  const toldOf = (key: string) =>
    there.notices.heard.filter(({ notice: { body } }) => body.includes(key))

  for (const act of ACTS)
    for (const how of ['a crash', 'a save that cannot be written'] as const)
      test(`is told of as such, to who can get at it too: ${act}, then ${how}`, async ({
        client,
        assert,
      }) => {
        const { ann, editor, key } = await stays(client, act)
        if (how === 'a crash') there.stage.server.crash()
        else {
          there.stage.server.faults.saving = true
          await editor.close()
        }
        await lookAfterForHours()
        const mine = there.notices.toldTo(ann.id).filter(({ body }) => !body.includes(key))
        assert.lengthOf(mine, 1)
        assert.include(mine[0]!.body, 'does not bring them here')
        assert.include(mine[0]!.body, 'still open in your browser')
        assert.notMatch(mine[0]!.body, /open the document once|are saved\b/)
        const remedies = toldOf(key)
        assert.lengthOf(remedies, 1)
        assert.match(remedies[0]!.notice.body, /prepare4shutdown.*unsaved-work/)
      })

  test('is brought here once the document server has written it to its forgotten files', async ({
    client,
    assert,
  }) => {
    const { id, ann, key } = await stays(client, 'restored')
    there.stage.server.crash()
    await lookAfterForHours()
    there.stage.server.loseStorage()
    there.stage.server.store.forget(key, 'docx', wordBytes('Long after.'))
    await lookAfterForHours()
    const brought = (await versionsOf(id)).filter(({ kind }) => kind === 'recovered')
    assert.lengthOf(brought, 1)
    assert.isTrue(brought[0]!.beside)
    assert.include(there.notices.toldTo(ann.id).at(-1)!.body, `version ${brought[0]!.no}`)
    assert.lengthOf(toldOf(key), 1)
  })
})
