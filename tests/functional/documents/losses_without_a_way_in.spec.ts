import type { Assert } from '@japa/assert'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import type { User } from '#plugins/identity/main'
import { clock } from '#kernel/state/clock'
import { emptyOdt } from '../../fakes/document_server/conversion.js'
import { documentTexts } from '../../fakes/document_server/ooxml.js'
import { makeOperator } from '../../helpers/accounts.js'
import { download } from '../../helpers/download.js'
import { configOf, lookingAt, versionsOf } from '../../helpers/editor_stage.js'
import { lookedAfter, MINUTE_MS } from '../../helpers/looked_after.js'
import { sweep } from '../../helpers/lost_saves.js'

const UNREACHABLE = { documentServerInternalUrl: 'http://127.0.0.1:9' }
const SWIFT = { sessionEndSeconds: 0.1 }

test.group('Documents | lost saves of a session that is unsaved, and has no way in', (group) => {
  const there = lookedAfter(group)
  const { notices, lookAfter } = there
  group.each.setup(() => there.stage.configure(SWIFT))
  group.each.teardown(() => {
    delete there.stage.server.faults.format
    delete there.stage.server.faults.unreadable
  })

  /** The document has gone on without the session of the configurations that these three have still. */
  async function replaced(client: ApiClient) {
    const [ann, bob, carol] = [await makeOperator(), await makeOperator(), await makeOperator()]
    const file = Buffer.from(emptyOdt())
    const created = await client
      .post('/app/document')
      .loginAs(ann)
      .file('file', file, { filename: 'notes.odt' })
      .field('title', 'Notes')
    const { id } = created.body().data as { id: number }
    const configs = new Map<User, Awaited<ReturnType<typeof configOf>>>()
    for (const user of [ann, bob, carol]) configs.set(user, await configOf(client, id, user))
    const looking = await lookingAt(client, id)
    const path = `/app/document/${id}`
    ;(await client.post(`${path}/versions/1/restore`).loginAs(ann)).assertStatus(200)
    const { key } = configs.get(ann)!.document
    const open = async (user: User) => {
      const looker = await there.stage.server.open(looking)
      const editor = await there.stage.server.open(configs.get(user)!)
      await looker.close()
      return editor
    }
    return { id, key, path, ann, bob, carol, open }
  }

  type Replaced = Awaited<ReturnType<typeof replaced>>

  /** Their last save is refused, and lies in the store then. */
  async function refused({ open }: Replaced, user: User, text: string, written: 'odt' | 'docx') {
    const editor = await open(user)
    editor.edit(text)
    there.stage.server.faults.format = written === 'docx'
    there.stage.configure(UNREACHABLE)
    await editor.close()
    there.stage.configure(SWIFT)
    clock.travel(MINUTE_MS)
  }

  /** Changed by whoever came last, of which a crash leaves nothing but the changes. */
  async function leftUnsaved({ open, carol }: Replaced): Promise<void> {
    const editor = await open(carol)
    editor.edit('Carol.')
    there.stage.server.crash()
    await sweep()
    clock.travel(5 * MINUTE_MS)
  }

  async function alone(client: ApiClient) {
    const made = await replaced(client)
    await refused(made, made.ann, 'Ann.', 'docx')
    await leftUnsaved(made)
    return made
  }

  async function hidden(client: ApiClient) {
    const made = await replaced(client)
    await refused(made, made.ann, 'Ann.', 'docx')
    await refused(made, made.bob, 'Bob.', 'odt')
    await leftUnsaved(made)
    return made
  }

  async function textsOf(client: ApiClient, { path, id }: Replaced) {
    const texts: string[][] = []
    for (const { no, fileType } of (await versionsOf(id)).slice(1)) {
      const { bytes } = await download(client, `${path}/versions/${no}/content`)
      texts.push(documentTexts(bytes, fileType))
    }
    return texts.filter((some) => some.length > 0)
  }

  const kept = ({ key }: Replaced) =>
    there.stage.server.store.allForgotten(key).map(({ extension }) => extension)

  const told = (user: User, words: string) =>
    notices.toldTo(user.id).filter(({ body }) => body.includes(words))

  const mendersToldOf = ({ key }: Replaced, words: string) =>
    notices.heard.flatMap(({ userIds, notice: { body } }) =>
      body.includes(key) && body.includes(words) ? userIds : []
    )

  async function lookAfterForHours() {
    for (let times = 0; times < 3; times++) {
      clock.travel(40 * MINUTE_MS)
      await lookAfter()
    }
  }

  test('tell of what lies behind another one, and of the changes', async ({ client, assert }) => {
    const made = await hidden(client)
    for (let times = 0; times < 3; times++) {
      assert.equal((await sweep({ evenWaiting: true })).hidden, 1)
      assert.sameMembers(kept(made), ['docx', 'odt'])
      assert.deepEqual(await textsOf(client, made), [['Ann.']])
    }
    await lookAfterForHours()
    assert.lengthOf(told(made.bob, 'behind another'), 1)
    assert.lengthOf(told(made.carol, 'does not bring them here'), 1)
    for (const words of ['hands out nothing but', 'prepare4shutdown'])
      assertToldOnce(assert, mendersToldOf(made, words))
  })

  test('come all, and are deleted where they lay, once what hides another is taken away', async ({
    client,
    assert,
  }) => {
    const made = await hidden(client)
    await sweep()
    there.stage.server.store.takeOut(made.key, 'docx')
    assert.equal((await sweep({ evenWaiting: true })).recovered, 1)
    assert.deepEqual(await textsOf(client, made), [['Ann.'], ['Ann.', 'Bob.']])
    assert.isEmpty(kept(made))
    assert.deepEqual(await sweep(), { recovered: 0, known: 0, foreign: 0, failed: 0 })
  })

  test('stay while the changes may be on their way', async ({ client, assert }) => {
    const made = await alone(client)
    clock.travel(-MINUTE_MS)
    assert.equal((await sweep()).known, 1)
    assert.deepEqual(kept(made), ['docx'])
    clock.travel(MINUTE_MS)
    assert.equal((await sweep()).known, 1)
    assert.isEmpty(kept(made))
  })

  test('leave the changes to be told of, once', async ({ client, assert }) => {
    const made = await alone(client)
    await lookAfterForHours()
    assert.isEmpty(kept(made))
    await lookAfterForHours()
    assert.lengthOf(told(made.carol, 'does not bring them here'), 1)
    assertToldOnce(assert, mendersToldOf(made, 'prepare4shutdown'))
  })

  test('are deleted without a second word of the changes, of which people were told before', async ({
    client,
    assert,
  }) => {
    const made = await alone(client)
    there.stage.server.faults.unreadable = true
    await lookAfterForHours()
    delete there.stage.server.faults.unreadable
    await lookAfterForHours()
    assert.isEmpty(kept(made))
    await lookAfterForHours()
    assert.lengthOf(told(made.carol, 'does not bring them here'), 1)
  })

  test('are in what is saved of the changes after all', async ({ client, assert }) => {
    const made = await alone(client)
    await sweep()
    assert.isEmpty(kept(made))
    const back = await made.open(made.carol)
    assert.deepInclude(await back.close(), { saved: true })
    assert.deepEqual(await textsOf(client, made), [['Ann.'], ['Ann.', 'Carol.']])
    const last = (await versionsOf(made.id)).at(-1)!
    assert.isTrue(last.beside)
  })

  test('are deleted where they lay once they are given up', async ({ client, assert }) => {
    const made = await hidden(client)
    await sweep()
    const given = client.delete(`${made.path}/unsaved-work`).loginAs(made.ann)
    ;(await given).assertStatus(200)
    await sweep({ evenWaiting: true })
    assert.isEmpty(kept(made))
  })

  test('are left to whoever is inside', async ({ client, assert }) => {
    const made = await alone(client)
    const back = await made.open(made.carol)
    assert.equal((await sweep()).inUse, 1)
    assert.deepEqual(kept(made), ['docx'])
    await back.close()
  })
})

function assertToldOnce(assert: Assert, userIds: readonly number[]): void {
  assert.isNotEmpty(userIds)
  assert.lengthOf(new Set(userIds), userIds.length)
}
