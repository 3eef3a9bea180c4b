import { test } from '@japa/runner'
import { clock } from '#kernel/state/main'
import { callsOf, groupOf } from '#tests/helpers/messaging/calls'
import { entriesOf, entryOf, saying } from '#tests/helpers/messaging/entries'
import { message } from '#tests/helpers/messaging/message'
import { limits, messagingConfig } from '#tests/helpers/messaging/limits'
import { beatOnlyWhenTold, online, person, text } from '#tests/helpers/messaging/people'
import { onEveryDatabase } from '#tests/helpers/on_every_database'

test.group('Messaging | sending', (group) => {
  onEveryDatabase(group)

  test('acknowledge after the commit, number from 1, and deliver to all sockets of both', async ({
    client,
    assert,
  }) => {
    const [ann, bob] = [await online(), await online()]
    const forged = { ...text('hello', { to: bob.user.id }), actorId: bob.user.id, seq: 99 }
    const { messageId, conversationId, ...ack } = await ann.peer.ask(forged)
    assert.containSubset(ack, { type: 'ack', seq: 1, clientMessageId: forged.clientMessageId })
    for (const { peer } of [ann, bob]) {
      const frame = await peer.next(saying('hello'))
      assert.containSubset(frame, { conversationId, after: 0, seq: 1 })
      assert.containSubset(frame.entries[0], {
        ...{ id: messageId, conversationId, seq: 1, kind: 'message', actorId: ann.user.id },
        ...{ contentType: 'text', createdAt: ack.createdAt },
      })
    }
    const calls = callsOf(client, bob)
    const { items } = await calls.get(`conversations/${conversationId}/messages`)
    assert.deepEqual(items, (await calls.get(`conversations/${conversationId}/entries`)).entries)
  })

  test('store one clientMessageId once, and answer alike, also who is a member no more', async ({
    client,
    assert,
  }) => {
    const [ann, bob] = [await online(), await online()]
    const conversationId = await groupOf(client, ann, [bob])
    const frame = text('once', { conversationId })
    const answers = await Promise.all([1, 2, 3].map(() => bob.peer.ask(frame)))
    answers.push(await bob.peer.ask({ ...frame, content: { text: 'changed' } }))
    await callsOf(client, ann).delete(`conversations/${conversationId}/members/${bob.user.id}`)
    answers.push(await bob.peer.ask(frame))
    for (const { type, seq } of answers) assert.deepEqual([type, seq], ['ack', 2])
    assert.equal((await bob.peer.ask(text('new', { conversationId }))).code, 404)

    const elsewhere = { ...frame, conversationId: await groupOf(client, bob) }
    assert.containSubset(await bob.peer.ask(elsewhere), {
      ...{ code: 409, reason: 'E_CLIENT_MESSAGE_ID' },
    })
  })

  test('carry mentions and the message that is answered', async ({ client, assert }) => {
    const { ann, bob, conversationId } = await message(client)
    const answer = { ...text('answer', { conversationId }), replyTo: 1, mentions: [ann.user.id] }
    await bob.peer.ask(answer)
    const { entries } = await ann.peer.next(saying('answer'))
    assert.containSubset(entries[0], { replyTo: 1, mentions: [ann.user.id] })
    const { user: stranger } = await person()
    for (const wrong of [{ replyTo: 3 }, { replyTo: 999 }, { mentions: [stranger.id] }])
      assert.equal((await bob.peer.ask({ ...text('x', { conversationId }), ...wrong })).code, 422)
  })
})

test.group('Messaging | edits', (group) => {
  onEveryDatabase(group)
  group.each.setup(beatOnlyWhenTold)
  group.each.teardown(() => clock.restore())

  test('change the text of one’s own message for everybody; the later one stands', async ({
    client,
    assert,
  }) => {
    const { ann, bob, edit, history, conversationId } = await message(client)
    const first = edit('Hello Bob')
    assert.containSubset(await ann.peer.ask(first), { type: 'ack', seq: 2, targetSeq: 1 })
    const told = await bob.peer.next(entryOf('edit'))
    assert.containSubset(told.entries[0], { targetSeq: 1, content: { text: 'Hello Bob' } })
    await ann.peer.ask(edit('Hello Robert'))
    assert.containSubset(await ann.peer.ask(first), { type: 'ack', seq: 2, targetSeq: 1 })
    assert.containSubset(await ann.peer.ask(edit('Hello Robert')), { type: 'ack', seq: 1 })

    const { items, asOf } = await history()
    assert.equal(asOf, 3)
    assert.containSubset(items, [{ seq: 1, content: { text: 'Hello Robert' } }])
    assert.isString(items[0].editedAt)
    const synced = { type: 'sync', conversations: [{ id: conversationId, seq: 0 }] }
    const before = bob.peer.frames.length
    await bob.peer.ask(synced)
    for (const { content } of entriesOf(bob.peer.frames.slice(before)))
      assert.deepEqual(content, { text: 'Hello Robert' })
    const find = (keyword: string) => callsOf(client, bob).get('messages', { keyword })
    assert.lengthOf((await find('robert')).items, 1)
    assert.lengthOf((await find('hello bob')).items, 0)
  })

  test('are refused to others, after a while, of files, of what is not there, under an id of something else', async ({
    client,
    assert,
  }) => {
    const { ann, bob, edit, place, conversationId } = await message(client)
    const refusals = async (frame: object, who = ann) => (await who.peer.ask(frame)).reason
    assert.equal(await refusals(edit('Mine'), bob), 'E_EDIT_REFUSED')
    assert.equal(await refusals(edit('x', { seq: 9 })), 'E_NOT_FOUND')
    assert.equal(await refusals(edit('x', { content: 'x' })), 'E_VALIDATION')
    const sent = text('two', { conversationId })
    await ann.peer.ask(sent)
    const { clientMessageId } = sent
    assert.equal(await refusals(edit('x', { clientMessageId })), 'E_CLIENT_MESSAGE_ID')
    const good = edit('three')
    await ann.peer.ask(good)
    assert.equal(await refusals({ ...good, seq: 2 }), 'E_CLIENT_MESSAGE_ID')
    const send = { ...sent, clientMessageId: good.clientMessageId }
    assert.equal(await refusals(send), 'E_CLIENT_MESSAGE_ID')

    clock.travel((messagingConfig().editMinutes + 1) * 60_000)
    assert.equal(await refusals(edit('late')), 'E_EDIT_REFUSED')
    assert.equal((await ann.peer.ask(good)).type, 'ack')
    clock.restore()
    await ann.peer.ask({ type: 'recall', ...place })
    assert.equal(await refusals(edit('gone')), 'E_RECALLED')
  })

  test('are refused where nobody edits, and into what is closed or blocked', async ({
    client,
    assert,
    cleanup,
  }) => {
    const { ann, bob, edit, react, place } = await message(client)
    const restore = limits({ editMinutes: 0 })
    clock.travel(1)
    assert.equal((await ann.peer.ask(edit('x'))).reason, 'E_EDIT_REFUSED')
    restore()
    cleanup(() => clock.restore())
    await callsOf(client, bob).put(`blocks/${ann.user.id}`)
    const pin = { type: 'pin', ...place, on: true }
    for (const frame of [edit('y'), react('👍'), pin])
      assert.equal((await ann.peer.ask(frame)).reason, 'E_RECEIVER')
    assert.equal((await ann.peer.ask({ type: 'recall', ...place })).type, 'ack')
  })
})

test.group('Messaging | recalls', (group) => {
  onEveryDatabase(group)
  group.each.setup(beatOnlyWhenTold)
  group.each.teardown(() => clock.restore())

  test('remove one’s own message for good within two minutes', async ({ client, assert }) => {
    const { ann, bob, place, react, history, conversationId } = await message(client, 'oops')
    const recall = { type: 'recall', ...place }
    assert.equal((await bob.peer.ask(recall)).reason, 'E_RECALL_REFUSED')
    await bob.peer.ask(react('👍'))
    await bob.peer.ask({ type: 'pin', ...place, on: true })
    const ack = await ann.peer.ask(recall)
    assert.isString(ack.recalledAt)
    const { entries } = await bob.peer.next(entryOf('recall'))
    assert.containSubset(entries[0], { targetSeq: 1, recalledBy: ann.user.id })
    assert.equal((await ann.peer.ask(recall)).recalledAt, ack.recalledAt)

    const { items, asOf } = await history()
    assert.deepEqual([asOf, items[0].content, items[0].reactions], [4, null, undefined])
    const calls = callsOf(client, bob)
    assert.equal((await calls.get(`conversations/${conversationId}`)).unread, 0)
    assert.deepEqual((await calls.get(`conversations/${conversationId}/pins`)).items, [])
    const log = await calls.get(`conversations/${conversationId}/entries`)
    assert.notInclude(JSON.stringify(log), 'oops')
    assert.equal((await bob.peer.ask(react('👍', false))).reason, 'E_RECALLED')

    const late = await ann.peer.ask(text('late', { conversationId }))
    clock.travel(121_000)
    const tooLate = await ann.peer.ask({ type: 'recall', conversationId, seq: late.seq })
    assert.equal(tooLate.reason, 'E_RECALL_REFUSED')
  })
})
