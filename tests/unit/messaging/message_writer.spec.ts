import { test } from '@japa/runner'
import type { MessageDraft } from '../../../app/plugins/messaging/writing/message_draft.js'
import {
  AlreadyStored,
  keyOf,
  MembersChanged,
  type MessageStore,
} from '../../../app/plugins/messaging/writing/message_store.js'
import { MessageWriter } from '../../../app/plugins/messaging/writing/message_writer.js'
import type { StoredMessage } from '../../../app/plugins/messaging/writing/stored_message.js'
import type { Rosters } from '../../../app/plugins/messaging/rosters/rosters.js'

const draft = (clientMessageId: string, senderId = 1): MessageDraft => ({
  conversationId: 1,
  memberVersion: 1,
  senderId,
  clientMessageId,
  contentType: 'text',
  content: '"x"',
  replyTo: null,
  mentions: null,
  fileId: null,
})

/** A store in memory that fails as told, each time once. */
function stage(failures: Error[] = [], members = [1, 2]) {
  const rows = new Map<string, StoredMessage>()
  const batches: number[] = []
  const store = {
    async write(drafts: readonly MessageDraft[]) {
      batches.push(drafts.length)
      const failure = failures.shift()
      if (failure) throw failure
      return drafts.map((one) => {
        const { memberVersion: _, fileId: __, ...rest } = one
        const seq = rows.size + 1
        const message = {
          ...rest,
          id: seq,
          seq,
          createdAt: new Date().toISOString(),
          recalledAt: null,
        }
        rows.set(keyOf(one), message)
        return message
      })
    },
    async find(drafts: readonly MessageDraft[]) {
      return new Map([...rows].filter(([key]) => drafts.some((one) => keyOf(one) === key)))
    },
  } as unknown as MessageStore
  const roster = { version: 2, members: new Map(members.map((id) => [id, 0])) }
  const rosters = {
    forget: () => undefined,
    get: async () => roster,
    peek: () => roster,
  } as unknown as Rosters
  const told: number[] = []
  const writer = new MessageWriter(store, rosters, 2, (written) =>
    told.push(...written.map(({ message }) => message.seq))
  )
  return { writer, batches, told, rows }
}

test.group('Messaging | message writer', () => {
  test('write together what comes together, and tell in order', async ({ assert }) => {
    const { writer, batches, told } = stage()
    const messages = await Promise.all(['a', 'b', 'c'].map((id) => writer.write(draft(id), null)))
    assert.deepEqual(batches, [3])
    assert.deepEqual(told, [1, 2, 3])
    assert.deepEqual(
      messages.map(({ seq }) => seq),
      [1, 2, 3]
    )
  })

  test('answer repeats with what is stored, in one batch and later', async ({ assert }) => {
    const { writer, rows } = stage()
    const [one, other] = await Promise.all([1, 2].map(() => writer.write(draft('a'), null)))
    assert.equal(one!.id, other!.id)
    assert.equal(rows.size, 1)
  })

  test('write the others when some are stored already', async ({ assert }) => {
    const { writer, rows } = stage([])
    await writer.write(draft('a'), null)
    const again = stage([new AlreadyStored()])
    for (const [key, message] of rows) again.rows.set(key, message)
    const messages = await Promise.all(['a', 'b'].map((id) => again.writer.write(draft(id), null)))
    assert.deepEqual(again.batches, [2, 1])
    assert.equal(messages[0]!.seq, 1)
  })

  test('refuse who is no member any more, and write the others', async ({ assert }) => {
    const { writer, batches } = stage([new MembersChanged([1])], [2])
    const results = await Promise.allSettled([
      writer.write(draft('a', 1), null),
      writer.write(draft('b', 2), null),
    ])
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'fulfilled']
    )
    assert.deepEqual(batches, [2, 1])
  })

  test('tell a fault to those who wait, and go on', async ({ assert }) => {
    const { writer } = stage([new Error('the database is away')])
    await assert.rejects(() => writer.write(draft('a'), null), 'the database is away')
    assert.equal((await writer.write(draft('b'), null)).seq, 1)
    await writer.drained()
  })
})
