import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import db from '@adonisjs/lucid/services/db'
import { toStored } from '#kernel/database/instant'
import { clock } from '#kernel/state/clock'
import {
  beatOnlyWhenTold,
  online,
  parts,
  person,
  socketUrl,
  text,
  type Person,
} from '../../helpers/messaging/people.js'
import { Peer, type Frame } from '../../helpers/messaging/peer.js'

const isRecall = ({ type }: Frame) => type === 'recalled'
const seqsOf = (peer: Peer) => peer.ofType('recalled').map(({ seq }) => seq as number)

function asOf(client: ApiClient, { token }: Pick<Person, 'token'>) {
  const to = (path: string) => `/app/im/conversations${path}`
  return {
    post: (path: string, body: object) => client.post(to(path)).bearerToken(token).json(body),
    delete: (path: string) => client.delete(to(path)).bearerToken(token),
  }
}

/** Recalls of so many messages that are there already, as of another node. */
async function recalledElsewhere(conversationId: number, count: number, atMs = clock.now()) {
  const at = toStored(atMs)
  const rows = Array.from({ length: count }, (_, index) => {
    return { conversation_id: conversationId, seq: index + 1, recalled_at: at }
  })
  for (let from = 0; from < count; from += 100)
    await db.table('message_recalls').multiInsert(rows.slice(from, from + 100))
  const messages = db.from('messages').where('conversation_id', conversationId)
  await messages.where('seq', '<=', count).update({ recalled_at: at, content: 'null' })
}

async function written(conversationId: number, senderId: number, count: number, first: number) {
  const rows = Array.from({ length: count }, (_, index) => ({
    conversation_id: conversationId,
    seq: first + index,
    client_message_id: `w-${conversationId}-${first + index}`,
    sender_id: senderId,
    content_type: 'text',
    content: '"x"',
    created_at: toStored(clock.now()),
  }))
  for (let from = 0; from < count; from += 50)
    await db.table('messages').multiInsert(rows.slice(from, from + 50))
  await db
    .from('conversations')
    .where('id', conversationId)
    .update({ last_seq: first + count - 1 })
}

test.group('Messaging | recalls', (group) => {
  group.each.setup(beatOnlyWhenTold)
  group.each.teardown(() => clock.restore())

  test('answer alike for what is not there and for what somebody may not see, however it is named', async ({
    client,
    assert,
  }) => {
    const [ann, bob, eve, late] = [await online(), await person(), await online(), await online()]
    const made = await asOf(client, ann).post('', { title: 'G', memberIds: [bob.user.id] })
    const { id: conversationId } = made.body().data
    const sent = await ann.peer.ask(text('before', { conversationId }))
    const gone = await ann.peer.ask(text('gone', { conversationId }))
    await ann.peer.ask({ type: 'recall', messageId: gone.messageId })
    await asOf(client, ann).post(`/${conversationId}/members`, { userIds: [late.user.id] })

    const names = [sent, gone].flatMap(({ messageId, seq }) => [
      { messageId },
      { conversationId, seq },
    ])
    const nowhere = [
      { messageId: 2_000_000_000 },
      { conversationId, seq: 1_000_000 },
      { conversationId: 2_000_000_000, seq: 1 },
    ]
    for (const { peer } of [eve, late])
      for (const name of [...names, ...nowhere]) {
        const { type, code, reason, message, recalledAt } = await peer.ask({
          type: 'recall',
          ...name,
        })
        assert.deepEqual(
          { type, code, reason, message, recalledAt },
          {
            ...{ type: 'error', code: 404, reason: 'E_NOT_FOUND' },
            ...{ message: 'No such message', recalledAt: undefined },
          }
        )
      }
    const again = await ann.peer.ask({ type: 'recall', messageId: gone.messageId })
    assert.equal(again.type, 'ack')
    for (const { peer } of [ann, eve, late]) await peer.close()
  })

  test('leave nothing to read where a page of what was missed was read before', async ({
    assert,
    cleanup,
  }) => {
    const [ann, bob] = [await online(), await online()]
    cleanup(() => Promise.all([ann.peer.close(), bob.peer.close()]).then(() => undefined))
    const sent = await ann.peer.ask(text('oops', { to: bob.user.id }))
    await bob.peer.next(({ type }) => type === 'message')
    const { log } = await parts()
    const read = log.spans.bind(log)
    cleanup(() => void Reflect.deleteProperty(log, 'spans'))
    log.spans = async (spans) => {
      const page = await read(spans)
      await ann.peer.ask({ type: 'recall', messageId: sent.messageId })
      await bob.peer.next(isRecall)
      return page
    }
    const conversations = [{ id: sent.conversationId, seq: 0 }]
    await bob.peer.ask({ type: 'sync', conversations })
    const [, late] = bob.peer.ofType('message')
    assert.isNull(late!.message.content)
    assert.isString(late!.message.recalledAt)
  })

  test('come by their own position, whatever the clocks say', async ({ assert, cleanup }) => {
    const [ann, bob] = [await online(), await online()]
    cleanup(() => Promise.all([ann.peer.close(), bob.peer.close()]).then(() => undefined))
    const { conversationId } = await ann.peer.ask(text('1', { to: bob.user.id }))
    const known = { conversations: [{ id: conversationId, seq: 1 }] }
    const { recalls, serverTime } = await bob.peer.ask({ type: 'sync', ...known })
    assert.isString(recalls)

    await recalledElsewhere(conversationId, 1, clock.now() - 3_600_000)
    const ack = await bob.peer.ask({ type: 'sync', ...known, since: serverTime, recalls })
    assert.deepEqual(seqsOf(bob.peer), [1])
    assert.notEqual(ack.recalls, recalls)
    await bob.peer.ask({ type: 'sync', ...known, recalls: ack.recalls })
    assert.deepEqual(seqsOf(bob.peer), [1])
  })

  test('come by a time that overlaps, to clients that name no position', async ({
    assert,
    cleanup,
  }) => {
    const [ann, bob] = [await online(), await online()]
    cleanup(() => Promise.all([ann.peer.close(), bob.peer.close()]).then(() => undefined))
    const { conversationId } = await ann.peer.ask(text('1', { to: bob.user.id }))
    const known = { conversations: [{ id: conversationId, seq: 1 }] }
    const { serverTime } = await bob.peer.ask({ type: 'sync', ...known })
    await recalledElsewhere(conversationId, 1, clock.now() - 60_000)
    await bob.peer.ask({ type: 'sync', ...known, since: serverTime })
    assert.deepEqual(seqsOf(bob.peer), [1])
  })

  test('come all, however many there were: {$self}')
    .with(['recalls', 'since'] as const)
    .run(async ({ assert, cleanup }, by) => {
      const [ann, bob] = [await online(), await online()]
      cleanup(() => Promise.all([ann.peer.close(), bob.peer.close()]).then(() => undefined))
      const { conversationId } = await ann.peer.ask(text('1', { to: bob.user.id }))
      await written(conversationId, ann.user.id, 999, 2)
      const known = { conversations: [{ id: conversationId, seq: 1_000 }] }
      const { recalls, serverTime } = await bob.peer.ask({ type: 'sync', ...known })
      await recalledElsewhere(conversationId, 1_000)
      await bob.peer.ask({
        type: 'sync',
        ...known,
        ...(by === 'recalls' ? { recalls } : { since: serverTime }),
      })
      assert.lengthOf(new Set(seqsOf(bob.peer)), 1_000)
    })

  test('come also of conversations that a sync does not name, by position', async ({
    assert,
    cleanup,
  }) => {
    const [ann, bob] = [await online(), await online()]
    cleanup(() => Promise.all([ann.peer.close(), bob.peer.close()]).then(() => undefined))
    const { conversationId } = await ann.peer.ask(text('1', { to: bob.user.id }))
    const { recalls } = await bob.peer.ask({ type: 'sync', conversations: [] })
    await recalledElsewhere(conversationId, 1)
    await bob.peer.ask({ type: 'sync', conversations: [], recalls })
    assert.deepEqual(seqsOf(bob.peer), [1])
  })

  test('come also of what waits above a client’s position: {$self}')
    .with(['recalls', 'since'] as const)
    .run(async ({ assert, cleanup }, by) => {
      const [ann, bob] = [await online(), await online()]
      cleanup(() => Promise.all([ann.peer.close(), bob.peer.close()]).then(() => undefined))
      const { conversationId } = await ann.peer.ask(text('1', { to: bob.user.id }))
      await written(conversationId, ann.user.id, 400, 2)
      const known = { conversations: [{ id: conversationId, seq: 1 }] }
      const { recalls, serverTime } = await bob.peer.ask({ type: 'sync', ...known })
      await recalledElsewhere(conversationId, 300)
      const heard = by === 'recalls' ? { recalls } : { since: serverTime }
      const { more } = await bob.peer.ask({ type: 'sync', ...known, ...heard })
      assert.isTrue(more)
      assert.lengthOf(seqsOf(bob.peer), 300)
    })

  test('count from the time again where the position is of after a restored backup', async ({
    assert,
    cleanup,
  }) => {
    const [ann, bob] = [await online(), await online()]
    cleanup(() => Promise.all([ann.peer.close(), bob.peer.close()]).then(() => undefined))
    const { conversationId } = await ann.peer.ask(text('1', { to: bob.user.id }))
    const known = { conversations: [{ id: conversationId, seq: 1 }] }
    await recalledElsewhere(conversationId, 1)
    for (const recalls of [`2000000000.${clock.now()}`, '1.5']) {
      const { length } = bob.peer.ofType('recalled')
      const ack = await bob.peer.ask({ type: 'sync', ...known, recalls })
      assert.equal(ack.type, 'ack')
      assert.lengthOf(bob.peer.ofType('recalled'), length + 1, recalls)
    }
    for (const recalls of ['', 'x', '1', '-1.5', 7]) {
      const { code, errors } = await bob.peer.ask({ type: 'sync', ...known, recalls })
      assert.deepEqual([code, errors[0].field], [422, 'recalls'])
    }
  })

  test('of before somebody joined, or after they left, are not theirs to hear', async ({
    client,
    assert,
    cleanup,
  }) => {
    const [ann, bob] = [await online(), await online()]
    const eve = await person()
    cleanup(() => Promise.all([ann.peer.close(), bob.peer.close()]).then(() => undefined))
    const as = asOf(client, ann)
    const made = await as.post('', { title: 'Two', memberIds: [eve.user.id] })
    const { id } = made.body().data
    const before = await ann.peer.ask(text('before', { conversationId: id }))
    ;(await as.post(`/${id}/members`, { userIds: [bob.user.id] })).assertStatus(200)
    const during = await ann.peer.ask(text('during', { conversationId: id }))
    ;(await as.delete(`/${id}/members/${eve.user.id}`)).assertStatus(200)
    const after = await ann.peer.ask(text('after', { conversationId: id }))
    for (const { messageId } of [before, during, after])
      await ann.peer.ask({ type: 'recall', messageId })

    await bob.peer.ask({ type: 'sync', conversations: [{ id, seq: 3 }] })
    assert.deepEqual([...new Set(seqsOf(bob.peer))], [2, 3])
    const back = await Peer.open(socketUrl(), eve.token)
    await back.ask({ type: 'sync', conversations: [{ id, seq: 2 }] })
    assert.deepEqual(seqsOf(back), [1, 2])
    await back.close()
  })
})
