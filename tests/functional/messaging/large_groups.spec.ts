import { test } from '@japa/runner'
import { callsOf, groupOf } from '#tests/helpers/messaging/calls'
import { entryOf, saying, seqsOf } from '#tests/helpers/messaging/entries'
import { limits } from '#tests/helpers/messaging/limits'
import { makeOperator } from '#tests/helpers/accounts'
import { online, person, text } from '#tests/helpers/messaging/people'
import { onEveryDatabase } from '#tests/helpers/on_every_database'

test.group('Messaging | large groups', (group) => {
  onEveryDatabase(group)

  test('collect changes and joins for a second, or until the next message, a target once', async ({
    client,
    assert,
    cleanup,
  }) => {
    cleanup(limits({ signsUpTo: 2 }))
    const [ann, bob, cy, dan] = [await online(), await online(), await person(), await online()]
    const id = await groupOf(client, ann, [bob, cy])
    await bob.peer.next(entryOf('joined'))
    const { seq } = await ann.peer.ask(text('first', { conversationId: id }))
    const place = { conversationId: id, seq }
    await bob.peer.next(saying('first'))
    const react = (reaction: string) =>
      ann.peer.ask({ type: 'react', ...place, reaction, on: true })
    for (const reaction of ['1', '2', '3']) await react(reaction)
    await ann.peer.ask({ type: 'pin', ...place, on: true })
    await callsOf(client, ann).post(`conversations/${id}/members`, { userIds: [dan.user.id] })
    await ann.peer.ask(text('second', { conversationId: id }))
    const frame = await bob.peer.next(({ entries }) => entries?.at(-1)?.content?.text === 'second')
    assert.containSubset(frame, { after: 2, seq: 8 })
    assert.deepEqual(seqsOf(frame.entries), [5, 6, 7, 8])
    assert.deepEqual(frame.entries[0].reactions, { 1: 1, 2: 1, 3: 1 })
    const joined = await dan.peer.next(entryOf('joined'))
    assert.deepEqual([joined.after, seqsOf(joined.entries)], [2, [7, 8]])

    await react('4')
    assert.containSubset(await bob.peer.next(entryOf('reaction')), { after: 8, seq: 9 })
    ann.peer.send({ type: 'typing', conversationId: id })
    await ann.peer.ask({ type: 'read', conversationId: id, seq: 9 })
    await bob.peer.ask({ type: 'ping' })
    assert.lengthOf([...bob.peer.ofType('typing'), ...bob.peer.ofType('read')], 0)
  })

  test('count those who join in great number, and deliver to all of them', async ({
    client,
    assert,
  }) => {
    const [ann, bob, eve] = [await online(), await online(), await online()]
    const many = await Promise.all(Array.from({ length: 200 }, () => makeOperator()))
    const userIds = [bob.user.id, ...many.map(({ id }) => id)]
    const { post, get } = callsOf(client, ann)
    await post('conversations', { name: 'All', memberIds: userIds })
    const founded = await bob.peer.next(entryOf('joined'))
    assert.deepEqual(founded.entries[0].content, { count: 202, name: 'All' })

    const other = await groupOf(client, ann)
    await post(`conversations/${other}/members`, { userIds })
    const joined = await bob.peer.next(entryOf('joined'))
    assert.deepEqual([joined.after, joined.entries[0].content], [1, { count: 201 }])
    await ann.peer.ask(text('to all', { conversationId: other }))
    await bob.peer.next(saying('to all'))
    assert.equal((await get(`conversations/${other}/members`)).total, 202)
    await post(`conversations/${other}/members`, { userIds: [eve.user.id] })
    await eve.peer.next(entryOf('joined'))
    assert.equal((await eve.peer.ask(text('me too', { conversationId: other }))).seq, 5)
    await bob.peer.next(({ seq }) => seq === 5)
  })
})
