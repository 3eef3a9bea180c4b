import { test } from '@japa/runner'
import type { Broadcaster } from '../../../app/plugins/messaging/delivery/broadcaster.js'
import type { Entry } from '../../../app/plugins/messaging/entries/entry.js'
import type { MessageDraft } from '../../../app/plugins/messaging/log/insert_messages.js'
import {
  AlreadyStored,
  FilesGone,
  keyOf,
  MembersChanged,
  type MessageStore,
} from '../../../app/plugins/messaging/log/message_store.js'
import { MessageWriter } from '../../../app/plugins/messaging/log/message_writer.js'
import type { Publication } from '../../../app/plugins/messaging/entries/publication.js'
import type { Rosters } from '../../../app/plugins/messaging/rosters/rosters.js'

const draft = (clientMessageId: string, values: Partial<MessageDraft> = {}): MessageDraft => ({
  ...{ conversationId: 1, membersSeq: 1, actorId: 1, clientMessageId, contentType: 'text' },
  ...{ content: '{}', searchText: null, fileId: null, replyTo: null, mentions: null, ...values },
})

/** A store in memory that fails as told, each time once. */
function stage({ failures = [] as Error[], members = [1, 2], closed = false } = {}) {
  const rows = new Map<string, Entry>()
  const batches: number[] = []
  const store = {
    async write(drafts: readonly MessageDraft[]) {
      batches.push(drafts.length)
      const failure = failures.shift()
      if (failure) throw failure
      if (drafts.some((one) => rows.has(keyOf(one)))) throw new AlreadyStored()
      return drafts.map((one) => {
        const seq = rows.size + 1
        const entry = { ...one, id: seq, seq, kind: 'message', createdAt: new Date().toISOString() }
        rows.set(keyOf(one), entry as unknown as Entry)
        return entry
      })
    },
    find: async (drafts: readonly MessageDraft[]) =>
      new Map([...rows].filter(([key]) => drafts.some((one) => keyOf(one) === key))),
  } as unknown as MessageStore
  const roster = { membersSeq: 2, closed, members: new Map(members.map((id) => [id, 1])) }
  const rosters = {
    forget: () => undefined,
    get: async () => roster,
    peek: () => roster,
  } as unknown as Rosters
  const published: number[] = []
  const publish = (all: readonly Publication[]) => void published.push(...all.map(({ seq }) => seq))
  const writer = new MessageWriter(store, rosters, { publish } as Broadcaster)
  const write = (...drafts: MessageDraft[]) =>
    Promise.allSettled(drafts.map((one) => writer.write(one)))
  return { writer, write, batches, published, rows }
}

const statusesOf = (results: PromiseSettledResult<unknown>[]) =>
  results.map(({ status }) => status === 'fulfilled')

test.group('Messaging | message writer', () => {
  test('write together what comes together, and publish in order', async ({ assert }) => {
    const { write, batches, published, writer } = stage()
    assert.deepEqual(statusesOf(await write(draft('a'), draft('b'), draft('c'))), [
      true,
      true,
      true,
    ])
    assert.deepEqual([batches, published, writer.stored], [[3], [1, 2, 3], 3])
  })

  test('write the others when some are stored already', async ({ assert }) => {
    const { write, writer, batches } = stage()
    await writer.write(draft('a'))
    assert.deepEqual(statusesOf(await write(draft('a'), draft('b'))), [true, true])
    assert.deepEqual(batches, [1, 2, 1])
  })

  test('refuse who is no member any more, files that are gone and what is closed, and write the others', async ({
    assert,
  }) => {
    const left = stage({ failures: [new MembersChanged([1])], members: [2] })
    const results = await left.write(draft('a'), draft('b', { actorId: 2 }))
    assert.deepEqual(
      [statusesOf(results), left.batches],
      [
        [false, true],
        [2, 1],
      ]
    )
    const gone = stage({ failures: [new FilesGone(new Set([7]))] })
    assert.deepEqual(statusesOf(await gone.write(draft('a', { fileId: 7 }), draft('b'))), [
      false,
      true,
    ])
    const closed = stage({ failures: [new MembersChanged([1])], closed: true })
    await assert.rejects(() => closed.writer.write(draft('a')), /closed/)
  })
})
