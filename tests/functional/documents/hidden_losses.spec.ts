import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import type { User } from '#plugins/identity/main'
import { clock } from '#kernel/state/clock'
import { emptyOdp, emptyOds, emptyOdt } from '../../fakes/document_server/conversion.js'
import type { Editor } from '../../fakes/document_server/editor.js'
import { documentTexts } from '../../fakes/document_server/ooxml.js'
import { makeOperator } from '../../helpers/accounts.js'
import { download } from '../../helpers/download.js'
import {
  configOf,
  goingOn,
  forgetLosses,
  layInTrash,
  versionsOf,
} from '../../helpers/editor_stage.js'
import { HOUR_MS, lookedAfter, MINUTE_MS } from '../../helpers/looked_after.js'
import { sweep } from '../../helpers/lost_saves.js'

const UNREACHABLE = { documentServerInternalUrl: 'http://127.0.0.1:9' }

/** An open format, what is written where it cannot be, and in which of them the earlier of two losses hides the later. */
const FORMATS = {
  odt: { empty: emptyOdt, office: 'docx', hidesAs: 'docx' },
  ods: { empty: emptyOds, office: 'xlsx', hidesAs: 'ods' },
  odp: { empty: emptyOdp, office: 'pptx', hidesAs: 'odp' },
} as const

type Format = keyof typeof FORMATS

test.group('Documents | lost saves behind others of their session', (group) => {
  const there = lookedAfter(group)
  const { notices, sweeps, toldOfLoss } = there
  group.each.setup(() => forgetLosses())
  group.each.teardown(() => void delete there.stage.server.faults.format)

  async function uploaded(client: ApiClient, format: Format) {
    const ann = await makeOperator()
    const file = Buffer.from(FORMATS[format].empty())
    const created = await client
      .post('/app/document')
      .loginAs(ann)
      .file('file', file, { filename: `notes.${format}` })
      .field('title', 'Notes')
    const { id } = created.body().data as { id: number }
    const { key } = (await configOf(client, id, ann)).document
    const open = async (user: User) =>
      there.stage.server.open(await goingOn(there.stage, client, id, user))
    return { id, key, format, ann, bob: await makeOperator(), open }
  }

  type Uploaded = Awaited<ReturnType<typeof uploaded>>

  /** Its last save is refused, and lies in the store then. */
  async function refuse(editor: Editor, { format }: Uploaded, written: string) {
    there.stage.server.faults.format = written !== format
    there.stage.configure(UNREACHABLE)
    await editor.close()
    there.stage.configure()
  }

  async function refused(made: Uploaded, user: User, text: string, written: string) {
    const editor = await made.open(user)
    editor.edit(text)
    await refuse(editor, made, written)
  }

  const formatsOf = ({ format }: Uploaded) => {
    const { hidesAs: shown, office } = FORMATS[format]
    return { shown, hidden: shown === office ? format : office }
  }

  /** What is found is without what was lost after it. */
  async function hidden(client: ApiClient, format: Format, betweenMs = HOUR_MS) {
    const made = await uploaded(client, format)
    const formats = formatsOf(made)
    await refused(made, made.ann, 'Ann.', formats.shown)
    clock.travel(betweenMs)
    await refused(made, made.bob, 'Bob.', formats.hidden)
    clock.travel(MINUTE_MS)
    return { ...made, ...formats }
  }

  async function textsOf(client: ApiClient, { id }: Uploaded) {
    const texts: string[][] = []
    for (const { no, fileType } of (await versionsOf(id)).slice(1)) {
      const { bytes } = await download(client, `/app/document/${id}/versions/${no}/content`)
      texts.push(documentTexts(bytes, fileType))
    }
    return texts
  }

  const kept = ({ key }: Uploaded) =>
    there.stage.server.store.allForgotten(key).map(({ extension }) => extension)

  const toldOfHidden = ({ id }: User) =>
    notices.toldTo(id).filter(({ body }) => body.includes('behind another'))

  const mendersToldOf = ({ key }: Uploaded) =>
    notices.heard.flatMap(({ userIds, notice }) => (notice.body.includes(key) ? userIds : []))

  for (const format of ['odt', 'ods', 'odp'] as const)
    test(`leave an .${format} there that hides a later loss, and tell whose that is once`, async ({
      client,
      assert,
    }) => {
      const made = await hidden(client, format)
      for (let times = 0; times < 3; times++) {
        assert.equal((await sweep({ evenWaiting: true })).hidden, 1)
        assert.sameMembers(kept(made), [made.shown, made.hidden])
        assert.deepEqual(await textsOf(client, made), [['Ann.']])
      }
      assert.lengthOf(toldOfHidden(made.bob), 1)
      const menders = mendersToldOf(made)
      assert.isNotEmpty(menders)
      assert.lengthOf(new Set(menders), menders.length)
      await sweeps()
      assert.lengthOf(toldOfHidden(made.bob), 1)
      assert.lengthOf(toldOfLoss(made.bob), 0)
      assert.lengthOf(toldOfHidden(made.ann), 0)
    })

  for (const [when, isUndated] of [
    ['within the same second', false],
    ['of which nothing says when they were written', true],
  ] as const)
    test(`leave what hides a later loss there, of losses ${when}`, async ({ client, assert }) => {
      there.stage.server.faults.undated = isUndated
      const made = await hidden(client, 'odt', 0)
      assert.equal((await sweep()).hidden, 1)
      assert.sameMembers(kept(made), [made.shown, made.hidden])
    })

  test('bring back what was hidden once the other is taken away, and forget both', async ({
    client,
    assert,
  }) => {
    const made = await hidden(client, 'ods')
    await sweep()
    there.stage.server.store.takeOut(made.key, made.shown)
    assert.equal((await sweep({ evenWaiting: true })).recovered, 1)
    assert.deepEqual(await textsOf(client, made), [['Ann.'], ['Ann.', 'Bob.']])
    const authors = (await versionsOf(made.id)).slice(1).map(({ authorId }) => authorId)
    assert.deepEqual(authors, [made.ann.id, made.bob.id])
    assert.isEmpty(kept(made))
    await sweeps()
    assert.lengthOf(toldOfLoss(made.bob), 0)
  })

  test('go on leaving it there when what hides it is lost anew, without it', async ({
    client,
    assert,
  }) => {
    const made = await hidden(client, 'odt')
    const carol = await makeOperator()
    await refused(made, carol, 'Carol.', made.shown)
    clock.travel(MINUTE_MS)
    assert.equal((await sweep()).hidden, 1)
    assert.deepEqual(await textsOf(client, made), [['Ann.', 'Carol.']])
    assert.lengthOf(toldOfHidden(made.bob), 1)
  })

  test('keep its document from being removed until it is given up', async ({ client, assert }) => {
    const made = await hidden(client, 'odt')
    await sweep()
    const path = `/app/document/${made.id}`
    await layInTrash(made.id)
    const forGood = () => client.delete(`/app/document/trash/${made.id}`).loginAs(made.ann)
    const refusal = await forGood()
    refusal.assertStatus(409)
    assert.include(refusal.body().message, 'behind another one')
    ;(await client.delete(`${path}/unsaved-work`).loginAs(made.ann)).assertStatus(200)
    await sweep({ evenWaiting: true })
    assert.isEmpty(kept(made))
    ;(await forGood()).assertStatus(200)
  })

  test('tell that it is gone where it is kept no more', async ({ client, assert }) => {
    const made = await hidden(client, 'odt')
    await sweep()
    there.stage.server.store.deleteForgotten(made.key)
    await sweeps()
    assert.lengthOf(toldOfLoss(made.bob), 1)
    assert.equal((await sweep()).missing ?? 0, 0)
  })

  for (const format of ['odt', 'ods', 'odp'] as const)
    test(`forget a loss of an .${format} in another format that is alone`, async ({
      client,
      assert,
    }) => {
      const made = await uploaded(client, format)
      await refused(made, made.ann, 'Ann.', FORMATS[format].office)
      assert.equal((await sweep()).recovered, 1)
      assert.isEmpty(kept(made))
    })

  for (const betweenMs of [0, HOUR_MS])
    test(`forget what the loss that is found goes on from, ${betweenMs} ms before`, async ({
      client,
      assert,
    }) => {
      const made = await uploaded(client, 'odt')
      await refused(made, made.ann, 'Ann.', 'odt')
      clock.travel(betweenMs)
      await refused(made, made.bob, 'Bob.', 'docx')
      assert.deepEqual(kept(made), ['docx', 'odt'])
      assert.equal((await sweep()).recovered, 1)
      assert.deepEqual(await textsOf(client, made), [['Ann.', 'Bob.']])
      assert.isEmpty(kept(made))
    })

  test('forget a loss after which somebody was let in again, and changed nothing', async ({
    client,
    assert,
  }) => {
    const made = await uploaded(client, 'odt')
    await refused(made, made.ann, 'Ann.', 'odt')
    clock.travel(HOUR_MS)
    await made.open(made.ann)
    await made.open(made.bob)
    there.stage.server.crash()
    await configOf(client, made.id, made.bob)
    assert.equal((await sweep()).recovered, 1)
    assert.isEmpty(kept(made))
    assert.lengthOf(toldOfHidden(made.bob), 0)
  })

  test('forget a loss over which somebody only looked, written in another format', async ({
    client,
    assert,
  }) => {
    const made = await uploaded(client, 'odt')
    await refused(made, made.ann, 'Ann.', 'docx')
    clock.travel(HOUR_MS)
    await refuse(await made.open(made.bob), made, 'odt')
    assert.deepEqual(kept(made), ['docx', 'odt'])
    assert.equal((await sweep()).recovered, 1)
    assert.isEmpty(kept(made))
  })
})
