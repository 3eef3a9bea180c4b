import { test } from '@japa/runner'
import { callsOf, groupOf } from '#tests/helpers/messaging/calls'
import { message } from '#tests/helpers/messaging/message'
import { online, text } from '#tests/helpers/messaging/people'
import { onEveryDatabase } from '#tests/helpers/on_every_database'

test.group('Messaging | reactions', (group) => {
  onEveryDatabase(group)

  test('are counted, listed and one’s own, and write nothing where nothing changes', async ({
    client,
    assert,
  }) => {
    const { ann, bob, react, history, conversationId } = await message(client)
    const asked = [
      [ann, react('👍'), { '👍': 1 }],
      [bob, react('👍'), { '👍': 2 }],
      [bob, react('👍'), { '👍': 2 }],
      [bob, react('🎉'), { '👍': 2, '🎉': 1 }],
      [ann, react('👍', false), { '👍': 1, '🎉': 1 }],
      [ann, react('👍', false), { '👍': 1, '🎉': 1 }],
    ] as const
    for (const [who, frame, reactions] of asked)
      assert.deepEqual((await who.peer.ask(frame)).reactions, reactions)
    const { items, asOf, ownReactions } = await history()
    assert.equal(asOf, 5)
    assert.deepEqual(
      [items[0].reactions, ownReactions],
      [{ '👍': 1, '🎉': 1 }, { 1: ['👍', '🎉'] }]
    )
    const path = `conversations/${conversationId}/messages/1/reactions`
    const listed = await callsOf(client, ann).get(path)
    assert.containSubset(listed, { total: 2, items: [{ userId: bob.user.id, reaction: '👍' }] })
  })

  test('tell apart what databases take for the same, and names that objects have', async ({
    client,
    assert,
  }) => {
    const { ann, bob, react, history } = await message(client)
    const kinds = [
      '🍣',
      '🍺',
      'a',
      'A',
      'á',
      '❤',
      '❤️',
      '👍',
      '👍🏽',
      '__proto__',
      'constructor',
      '1',
    ]
    for (const kind of kinds) assert.equal((await bob.peer.ask(react(kind))).type, 'ack', kind)
    await ann.peer.ask(react('__proto__'))
    const { items, ownReactions } = await history()
    const counts = new Map(Object.entries(items[0].reactions))
    assert.deepEqual([...counts.keys()].toSorted(), kinds.toSorted())
    assert.equal(counts.get('__proto__'), 2)
    assert.sameMembers(ownReactions[1], kinds)
    await bob.peer.ask(react('🍣', false))
    const left = Object.keys((await history()).items[0].reactions)
    assert.deepEqual([left.includes('🍣'), left.includes('🍺')], [false, true])
  })

  test('are of 20 kinds and 32 bytes at most, and visible', async ({ client, assert }) => {
    const { ann, bob, react } = await message(client)
    for (const wrong of ['', ' ', '👍 ', '\u0000', '👍'.repeat(9), 'x'.repeat(33)])
      assert.equal((await bob.peer.ask(react(wrong))).code, 422, JSON.stringify(wrong))
    for (let kind = 1; kind <= 20; kind++) await bob.peer.ask(react(`${kind}`))
    assert.equal((await ann.peer.ask(react('21'))).reason, 'E_REACTIONS_FULL')
    assert.equal((await ann.peer.ask(react('20'))).reactions['20'], 2)
  })
})

test.group('Messaging | pins', (group) => {
  onEveryDatabase(group)

  test('are everybody’s, and 50 at most', async ({ client, assert }) => {
    const [ann, bob] = [await online(), await online()]
    const conversationId = await groupOf(client, ann, [bob])
    for (let count = 0; count < 51; count++)
      await ann.peer.ask(text(`${count}`, { conversationId }))
    const pin = (seq: number, on = true) => ({ type: 'pin', conversationId, seq, on })
    for (let seq = 2; seq <= 51; seq++) assert.isString((await ann.peer.ask(pin(seq))).pinnedAt)
    assert.equal((await ann.peer.ask(pin(52))).reason, 'E_PINS_FULL')
    assert.equal((await ann.peer.ask(pin(51))).type, 'ack')
    assert.isNull((await bob.peer.ask(pin(2, false))).pinnedAt)
    await ann.peer.ask(pin(52))
    const { items, asOf } = await callsOf(client, bob).get(`conversations/${conversationId}/pins`)
    assert.deepEqual([asOf, items.length, items[0].seq, items.at(-1).seq], [104, 50, 52, 3])
    assert.equal((await ann.peer.ask(pin(1))).code, 404)
  })
})
