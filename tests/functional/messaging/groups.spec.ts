import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { toStored } from '#kernel/database/main'
import { clock } from '#kernel/state/main'
import { callsOf, groupOf } from '#tests/helpers/messaging/calls'
import { entryOf, saying } from '#tests/helpers/messaging/entries'
import { makeOperator } from '#tests/helpers/accounts'
import { online, person, text } from '#tests/helpers/messaging/people'
import { onEveryDatabase } from '#tests/helpers/on_every_database'
import { ConversationLedger } from '#plugins/messaging/main'

test.group('Messaging | groups', (group) => {
  onEveryDatabase(group)

  test('begin with an entry that names who is in it, and its name', async ({ client, assert }) => {
    const [ann, bob, eve] = [await online(), await online(), await online()]
    const memberIds = [bob.user.id, eve.user.id, ann.user.id, bob.user.id]
    const made = await callsOf(client, ann).post('conversations', { name: 'Three', memberIds })
    assert.containSubset(made, {
      ...{ type: 'group', name: 'Three', ownerId: ann.user.id, role: 'owner' },
      ...{ firstSeq: 1, lastSeq: 1, readSeq: 1, unread: 0 },
    })
    const userIds = [ann, bob, eve].map(({ user }) => user.id)
    for (const { peer } of [ann, bob, eve]) {
      const joined = await peer.next(entryOf('joined'))
      assert.containSubset(joined, { conversationId: made.id, after: 0, seq: 1 })
      assert.deepEqual(joined.entries[0].content, { userIds, name: 'Three' })
      await peer.close()
    }
  })

  test('show neither lines nor changes of before to who joins, and all since then to who comes back', async ({
    client,
    assert,
  }) => {
    const [ann, bob] = [await online(), await online()]
    const id = await groupOf(client, ann)
    const path = `conversations/${id}`
    const say = (words: string) => ann.peer.ask(text(words, { conversationId: id }))
    const change = (seq: number) =>
      ann.peer.ask({ type: 'react', conversationId: id, seq, reaction: '👍', on: true })
    await say('before')
    const [asAnn, asBob] = [callsOf(client, ann), callsOf(client, bob)]
    await asAnn.post(`${path}/members`, { userIds: [bob.user.id] })
    const joined = await bob.peer.next(entryOf('joined'))
    assert.containSubset(joined, { after: 2, seq: 3 })
    await change(2)
    const unseen = await bob.peer.next(({ type, after }) => type === 'entries' && after === 3)
    assert.containSubset(unseen, { conversationId: id, seq: 4 })
    assert.isEmpty(unseen.entries)
    for (const seq of [1, 2]) {
      const react = { type: 'react', conversationId: id, seq, reaction: '👍', on: true }
      assert.equal((await bob.peer.ask(react)).code, 404)
    }
    await say('during')

    await asAnn.delete(`${path}/members/${bob.user.id}`)
    assert.containSubset((await bob.peer.next(entryOf('left'))).entries[0], { seq: 6 })
    const missed = await say('meanwhile')
    assert.equal((await bob.peer.ask(text('still here', { conversationId: id }))).code, 404)
    const linesOf = async () => {
      const { items } = await asBob.get(`${path}/messages`)
      return items.map(({ kind, content }: { kind: string; content: { text?: string } }) =>
        kind === 'message' ? content.text : kind
      )
    }
    assert.deepEqual(await linesOf(), ['joined', 'during', 'left'])
    await asAnn.post(`${path}/members`, { userIds: [bob.user.id] })
    assert.deepEqual(await linesOf(), ['joined', 'during', 'left', 'meanwhile', 'joined'])
    await change(missed.seq)
    const told = await bob.peer.next(entryOf('reaction'))
    assert.containSubset(told.entries[0], { targetSeq: missed.seq, reactions: { '👍': 1 } })
    assert.lengthOf(bob.peer.frames.filter(saying('meanwhile')), 0)
    assert.equal((await asBob.get(path)).unread, 0)
  })

  test('are read, and nobody writes into them, while they are closed', async ({
    client,
    assert,
  }) => {
    const [ann, bob] = [await online(), await online()]
    const id = await groupOf(client, ann, [bob])
    const { seq } = await ann.peer.ask(text('before', { conversationId: id }))
    const ledger = await app.container.make(ConversationLedger)
    const close = (closed: boolean) =>
      ledger.change(id, async (conversation) => {
        await conversation.update({ closed_at: closed ? toStored(clock.now()) : null })
        await conversation.append({ kind: 'changed', actorId: null, content: { closed } })
      })
    await close(true)
    const place = { conversationId: id, seq }
    for (const frame of [
      text('no', { conversationId: id }),
      { type: 'react', ...place, reaction: '👍', on: true },
      { type: 'pin', ...place, on: true },
      { type: 'edit', ...place, clientMessageId: `e${id}`, content: { text: 'no' } },
    ])
      assert.containSubset(await ann.peer.ask(frame), {
        ...{ code: 403, reason: 'E_CONVERSATION_CLOSED' },
      })
    const { entries } = await bob.peer.next(entryOf('changed'))
    assert.deepEqual(entries[0].content, { closed: true })
    assert.lengthOf((await callsOf(client, bob).get(`conversations/${id}/messages`)).items, 3)
    await close(false)
    assert.equal((await ann.peer.ask(text('again', { conversationId: id }))).type, 'ack')
  })

  test('refuse the disabled, the unknown, bad names, and what is no group', async ({
    client,
    assert,
  }) => {
    const [ann, bob] = [await online(), await person()]
    const calls = callsOf(client, ann)
    const found = async (body: object) => (await calls.ask('post', 'conversations', body)).status()
    const gone = await makeOperator({ status: 'disabled' })
    for (const id of [gone.id, 2_000_000_000])
      assert.equal(await found({ name: 'x', memberIds: [id] }), 400)
    for (const memberIds of ['all', [0], [1.5], ['1'], [2 ** 40], Array(5_001).fill(1)])
      assert.equal(await found({ name: 'x', memberIds }), 422)
    for (const name of ['', ' ', 'x'.repeat(101), 7])
      assert.equal(await found({ name, memberIds: [] }), 422)
    const { conversationId } = await ann.peer.ask(text('x', { to: bob.user.id }))
    const direct = await calls.ask('put', `conversations/${conversationId}`, { name: 'x' })
    assert.equal(direct.body().data.reason, 'E_NOT_A_GROUP')
  })
})
