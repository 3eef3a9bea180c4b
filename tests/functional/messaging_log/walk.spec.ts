import { test } from '@japa/runner'
import { callsOf } from '../../helpers/messaging/calls.js'
import { online, text } from '../../helpers/messaging/people.js'
import type { Frame } from '../../helpers/messaging/peer.js'

const entryOf =
  (kind: string) =>
  ({ type, entries }: Frame): boolean =>
    type === 'entries' && entries[0]?.kind === kind

test.group('Messaging | a conversation from its first message', () => {
  test('edit, react, pin, recall, found a group, leave it, and find all of it by sync', async ({
    assert,
    client,
  }) => {
    const [ann, bob] = [await online(), await online()]
    const sent = await ann.peer.ask(text('Hello', { to: bob.user.id }))
    assert.equal(sent.type, 'ack', JSON.stringify(sent))
    const { conversationId, seq } = sent
    const first = await bob.peer.next(entryOf('message'))
    assert.containSubset(first, { conversationId, after: 0, seq: 1 })
    assert.deepEqual(first.entries[0].content, { text: 'Hello' })

    const place = { conversationId, seq }
    const edited = await ann.peer.ask({
      ...{ type: 'edit', ...place, clientMessageId: 'edit-1' },
      content: { text: 'Hello Bob' },
    })
    assert.containSubset(edited, { type: 'ack', targetSeq: 1, seq: 2 })
    const edit = await bob.peer.next(entryOf('edit'))
    assert.containSubset(edit.entries[0], { targetSeq: 1, content: { text: 'Hello Bob' } })

    const react = { type: 'react', ...place, reaction: '👍', on: true }
    assert.containSubset(await bob.peer.ask(react), { type: 'ack', reactions: { '👍': 1 } })
    assert.containSubset(await bob.peer.ask(react), { type: 'ack', reactions: { '👍': 1 } })
    assert.equal((await ann.peer.ask({ type: 'pin', ...place, on: true })).type, 'ack')
    const bobs = callsOf(client, bob)
    const { items, asOf, ownReactions } = await bobs.get(`conversations/${conversationId}/messages`)
    assert.equal(asOf, 4)
    assert.containSubset(items, [
      { seq: 1, content: { text: 'Hello Bob' }, reactions: { '👍': 1 } },
    ])
    assert.deepEqual(ownReactions, { 1: ['👍'] })
    assert.lengthOf((await bobs.get(`conversations/${conversationId}/pins`)).items, 1)
    assert.deepEqual(await bobs.get('unread'), { unread: 1 })
    const listed = await bobs.get('conversations')
    assert.containSubset(listed.items, [{ id: conversationId, unread: 1, lastSeq: 4 }])
    assert.equal((await bobs.get('messages', { keyword: 'BOB' })).items.length, 1)

    assert.equal((await ann.peer.ask({ type: 'recall', ...place })).type, 'ack')
    const missed = await bob.peer.ask({
      type: 'sync',
      conversations: [{ id: conversationId, seq: 0 }],
    })
    assert.containSubset(missed, { conversations: [{ id: conversationId, seq: 5 }], gone: [] })
    const all = bob.peer.ofType('entries').at(-1)!
    assert.deepEqual(
      all.entries.map(({ kind }: Frame) => kind),
      ['message', 'edit', 'reaction', 'pin', 'recall']
    )
    assert.isNull(all.entries[0].content)
    assert.isNull(all.entries[1].content)
    const refused = await ann.peer.ask({ ...react, on: false })
    assert.containSubset(refused, { type: 'error', reason: 'E_RECALLED' })

    const anns = callsOf(client, ann)
    const group = await anns.post('conversations', { name: 'Plans', memberIds: [bob.user.id] })
    const joined = await bob.peer.next(entryOf('joined'))
    assert.containSubset(joined, { conversationId: group.id, after: 0, seq: 1 })
    assert.containSubset(joined.entries[0].content, { name: 'Plans' })
    await bobs.post(`conversations/${group.id}/leave`)
    const left = await ann.peer.next(entryOf('left'))
    assert.deepEqual(left.entries[0].content, { userIds: [bob.user.id] })
    await bob.peer.next(entryOf('left'))
    const after = await bob.peer.ask({ type: 'sync', conversations: [{ id: group.id, seq: 1 }] })
    assert.deepEqual(after.gone, [group.id])
    const { positions } = await bob.peer.ask({ type: 'sync' })
    assert.deepEqual(positions, [[conversationId, 5, 0, 1]])
    await Promise.all([ann.peer.close(), bob.peer.close()])
  })
})
