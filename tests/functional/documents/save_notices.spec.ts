import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { clock } from '#kernel/state/main'
import type { User } from '#plugins/identity/main'
import { makeOperator } from '../../helpers/accounts.js'
import {
  configOf,
  layInTrash,
  lookingAt,
  takeRights,
  versionsOf,
} from '../../helpers/editor_stage.js'
import { lookedAfter, MINUTE_MS } from '../../helpers/looked_after.js'
import { sweep } from '../../helpers/lost_saves.js'
import { wordBytes } from '../../helpers/packages.js'
import { toldSession, type Session, type ToldSave } from '../../helpers/told_saves.js'

test.group('Documents | who is told of a save that lies beside', (group) => {
  const there = lookedAfter(group)

  type People = Awaited<ReturnType<typeof people>>
  interface Reason {
    placement: string
    /** What happened before the saves. */
    before?: (client: ApiClient, people: People) => Promise<unknown>
    save?: ToldSave
    says: RegExp
  }

  /** A document, and who was let into its session with a configuration. */
  async function people(client: ApiClient) {
    const session = await toldSession(client, there.stage)
    const made = [makeOperator(), makeOperator(), makeOperator()] as const
    const [writer, viewer, stranger] = await Promise.all(made)
    await configOf(client, session.id, writer)
    await lookingAt(client, session.id, viewer)
    return { ...session, writer, viewer, stranger }
  }

  const act = async (client: ApiClient, { id, owner }: Session, path: string, body = {}) =>
    (await client.post(`/app/document/${id}/${path}`).loginAs(owner).json(body)).assertStatus(200)
  const submit = async (client: ApiClient, session: Session, handler: User) =>
    act(client, session, 'submit', { handlerIds: [handler.id] })
  const timesTold = (...users: User[]) => users.map(({ id }) => there.notices.toldTo(id).length)

  const REASONS: Reason[] = [
    {
      placement: 'session_ended',
      before: (client, session) => act(client, session, 'versions/1/restore'),
      says: /as version 3, beside the current version 2, .*another editing session/,
    },
    {
      placement: 'locked',
      before: (client, session) => submit(client, session, session.stranger),
      says: /submitted for review .*once the document is returned/,
    },
    {
      placement: 'in_trash',
      before: async (_client, { id }) => layInTrash(id),
      says: /was deleted meanwhile.*take the document out of the trash/,
    },
    { placement: 'failed_save', save: { status: 7 }, says: /may be incomplete/ },
    {
      placement: 'no_right',
      before: async (_client, { writer }) => takeRights(there.stage, writer),
      says: /none of those who made them/,
    },
    { placement: 'other_format', save: { extension: 'txt' }, says: /in a format/ },
  ]

  test('tell the owner and everybody who could write, once for each reason: {placement}')
    .with(REASONS)
    .run(async ({ client, assert }, { placement, before, save = {}, says }) => {
      const session = await people(client)
      const { id, owner, writer, viewer, stranger } = session
      await before?.(client, session)
      const told = there.notices.heard.length
      for (const text of ['A', 'A B']) {
        const bytes = save.extension ? Buffer.from(text) : wordBytes(text)
        const by = [writer.id, stranger.id, writer.id]
        assert.isTrue((await session.save({ status: 6, by, bytes, ...save }).send()).saved)
      }
      const versions = (await versionsOf(id)).slice(-2)
      assert.deepEqual(
        versions.map((one) => [one.kind, one.placement, one.toldAt !== null]),
        Array(2).fill(['late', placement, true])
      )
      const heard = there.notices.heard.slice(told)
      assert.deepEqual(
        heard.map(({ userIds }) => userIds.toSorted()),
        heard.length === 1 ? [[owner.id, writer.id].toSorted()] : [[owner.id], [writer.id]]
      )
      assert.match(heard[0]!.notice.body, says)
      assert.isEmpty(there.notices.toldTo(viewer.id))
    })

  test('tell nobody of what is older', async ({ client, assert }) => {
    const { owner, writer, save } = await people(client)
    const older = save({ text: 'A', by: [writer.id] })
    await save({ text: 'A B', by: [writer.id, owner.id] }).send()
    await older.send()
    clock.travel(2 * MINUTE_MS)
    await sweep()
    assert.isEmpty(there.notices.heard)
  })

  test('tell of an earlier save that is not proven older', async ({ client, assert }) => {
    const { id, owner, writer, save } = await people(client)
    const overtaken = save({ text: 'A', by: [writer.id] })
    clock.travel(MINUTE_MS)
    await save({ status: 6, text: 'B', by: [writer.id] }).send()
    await overtaken.send()
    assert.deepEqual(
      (await versionsOf(id)).map(({ placement }) => placement),
      ['current', 'current', 'overtaken']
    )
    assert.deepEqual(timesTold(owner, writer), [1, 1])
  })

  for (const { what, more } of [
    { what: 'a version', more: {} },
    { what: 'a session', more: { url: undefined } },
  ])
    test(`tell once more of ${what} when somebody came since`, async ({ client, assert }) => {
      const { id, writer, stranger, save } = await people(client)
      const fail = async (text: string) => {
        clock.travel(1)
        await save({ status: 7, text, more }).send()
      }
      await fail('A')
      await fail('A B')
      assert.deepEqual(timesTold(writer, stranger), [1, 0])
      there.stage.configure({ documentServerInternalUrl: 'http://127.0.0.1:9' })
      await configOf(client, id, stranger)
      there.stage.configure()
      await fail('A B C')
      assert.deepEqual(timesTold(writer, stranger), [2, 1])
    })

  test('have the sweep tell later what could not be sent, once: {title}')
    .with([
      { title: 'of a version', save: { status: 7 } },
      { title: 'of a session', save: { status: 7, more: { url: undefined } } },
    ])
    .run(async ({ client, assert }, { save }) => {
      const { owner, writer, save: told } = await people(client)
      there.notices.isDown = true
      await told({ ...save, by: [owner.id] }).send()
      await sweep()
      there.notices.isDown = false
      clock.travel(2 * MINUTE_MS)
      for (let times = 0; times < 2; times++) await sweep()
      assert.deepEqual(timesTold(owner, writer), [1, 1])
    })
})
