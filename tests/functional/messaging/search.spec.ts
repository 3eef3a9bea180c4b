import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { toStored } from '#kernel/database/main'
import { clock } from '#kernel/state/main'
import { AgedEntries } from '../../../app/plugins/messaging/retention/aged_entries.js'
import { callsOf, groupOf } from '../../helpers/messaging/calls.js'
import { online, person, text } from '../../helpers/messaging/people.js'
import { seqsOf, upTo } from '../../helpers/messaging/entries.js'
import { marked, said, searchOf } from '../../helpers/messaging/searching.js'
import { openGate } from '../../helpers/open_gate.js'
import { administrator } from '../access/support/caller.js'
import { onEveryDatabase } from '../../helpers/on_every_database.js'

test.group('Messaging | search', (group) => {
  onEveryDatabase(group)
  group.setup(() => openGate().shut)
  group.each.teardown(() => clock.restore())

  test('find what contains the word, the newest first, and say where it is', async ({
    client,
    assert,
  }) => {
    const { ann, bob, conversationId } = await said(
      'The invoice of May',
      'nothing of the kind',
      'Two INVOICES more'
    )
    for (const who of [ann, bob]) {
      const found = await searchOf(client, who)({ keyword: 'Invoice' })
      assert.deepEqual(seqsOf(found.items), [3, 1])
      assert.deepEqual(found.items.map(marked), ['INVOICE', 'invoice'])
      assert.containSubset(found.items[1], {
        conversationId,
        actorId: ann.user.id,
        contentType: 'text',
        excerpt: { text: 'The invoice of May' },
      })
      assert.isNull(found.nextCursor)
    }
    const eve = await person()
    assert.deepEqual(seqsOf((await searchOf(client, eve)({ keyword: 'invoice' })).items), [])
  })

  test('find words of any script, one letter, and signs that mean something elsewhere', async ({
    client,
    assert,
  }) => {
    const texts = [
      'счёт за май',
      '請款單在這裡',
      '100 % of it_all',
      'she said "so" \\ and\nleft',
      'a!b',
      'Grüße 🎉 aus Köln',
    ]
    const { bob } = await said(...texts)
    const find = searchOf(client, bob)
    for (const [keyword, seq] of [
      ['счёт', 1],
      ['款', 2],
      ['0 %', 3],
      ['t_a', 3],
      ['"so"', 4],
      ['\\', 4],
      ['!', 5],
      ['🎉', 6],
      ['grüße', 6],
    ] as const) {
      const found = await find({ keyword })
      assert.deepEqual(seqsOf(found.items), [seq], keyword)
      assert.equal(marked(found.items[0]!)!.toLowerCase(), keyword)
    }
    for (const keyword of ['u00', '\\n', '%%', 'text":', '"счёт'])
      assert.deepEqual(seqsOf((await find({ keyword })).items), [], keyword)
  })

  test('take the conversation, the sender, the kind and the time into account', async ({
    client,
    assert,
  }) => {
    const { ann, bob, conversationId } = await said('word 1', 'word 2')
    await bob.peer.ask(text('word 3', { conversationId }))
    const two = await callsOf(client, ann).post('conversations', {
      name: 'Two',
      memberIds: [bob.user.id],
    })
    await ann.peer.ask(text('word 4', { conversationId: two.id }))
    const at = (days: number) => toStored(clock.now() - days * 86_400_000)
    await db
      .from('conversation_entries')
      .where({ conversation_id: conversationId, seq: 1 })
      .update({ created_at: at(10) })

    const find = searchOf(client, bob)
    const [keyword, day] = ['word', (days: number) => at(days).slice(0, 10)]
    assert.deepEqual(seqsOf((await find({ keyword })).items), [2, 3, 2, 1])
    assert.deepEqual(seqsOf((await find({ keyword, conversationId })).items), [3, 2, 1])
    assert.deepEqual(seqsOf((await find({ keyword, actorId: bob.user.id })).items), [3])
    assert.deepEqual(seqsOf((await find({ keyword, contentType: 'file' })).items), [])
    assert.deepEqual(seqsOf((await find({ contentType: 'text', conversationId })).items), [3, 2, 1])
    assert.deepEqual(seqsOf((await find({ keyword, createdAtTo: day(9) })).items), [1])
    assert.deepEqual(seqsOf((await find({ keyword, createdAtFrom: day(9) })).items), [2, 3, 2])
  })

  test('find only what one was there to see', async ({ client, assert }) => {
    const [ann, bob] = [await online(), await person()]
    const calls = callsOf(client, ann)
    const { id } = await calls.post('conversations', { name: 'Two', memberIds: [bob.user.id] })
    const say = () => ann.peer.ask(text('a word', { conversationId: id }))
    await say()
    await calls.delete(`conversations/${id}/members/${bob.user.id}`)
    await say()

    const find = searchOf(client, bob)
    assert.deepEqual(seqsOf((await find({ keyword: 'word' })).items), [])
    assert.deepEqual(seqsOf((await find({ keyword: 'word', conversationId: id })).items), [2])
    const eve = await person()
    const strange = await client
      .get('/app/im/messages')
      .qs({ keyword: 'word', conversationId: id })
      .bearerToken(eve.token)
    strange.assertStatus(404)
  })

  test('look through so many messages at a time, and go on by the cursor', async ({
    client,
    assert,
  }) => {
    const bob = await person()
    const conversationId = await groupOf(client, bob)
    const most = db.connection().dialect.name === 'better-sqlite3' ? 5_000 : 20_000
    const at = { created_at: toStored(clock.now()) }
    const message = {
      ...at,
      conversation_id: conversationId,
      kind: 'message',
      content_type: 'text',
    }
    const rows = Array.from({ length: most + 9 }, (_, index) => {
      const word = index % most === 0 ? 'needle' : 'hay'
      const content = JSON.stringify({ text: word })
      return { ...message, seq: index + 2, actor_id: bob.user.id, content, search_text: word }
    })
    await db
      .from('conversations')
      .where('id', conversationId)
      .update({ last_seq: most + 10 })
    for (let from = 0; from < rows.length; from += 500)
      await db.table('conversation_entries').multiInsert(rows.slice(from, from + 500))

    const find = searchOf(client, bob)
    const first = await find({ keyword: 'NEEDLE' })
    assert.deepEqual(seqsOf(first.items), [most + 2])
    const second = await find({ keyword: 'NEEDLE', cursor: first.nextCursor })
    assert.deepEqual([seqsOf(second.items), second.nextCursor], [[2], null])
    const hay = await find({ keyword: 'hay', limit: 5 })
    assert.deepEqual(seqsOf(hay.items), upTo(most + 10, most + 6).toReversed())
    const more = await find({ keyword: 'hay', limit: 5, cursor: hay.nextCursor })
    assert.deepEqual(seqsOf(more.items)[0], most + 5)
  })

  test('find nothing any more of what is recalled, removed or erased', async ({
    client,
    assert,
  }) => {
    const { ann, bob, conversationId } = await said('word 1', 'word 2', 'word 3')
    await bob.peer.ask(text('word 4', { conversationId }))
    const find = searchOf(client, bob)
    await ann.peer.ask({ type: 'recall', conversationId, seq: 2 })
    assert.deepEqual(seqsOf((await find({ keyword: 'word' })).items), [4, 3, 1])

    const old = db
      .from('conversation_entries')
      .where('conversation_id', conversationId)
      .where('seq', '<=', 2)
    await old.update({ created_at: toStored(0) })
    await new AgedEntries('direct').remove(1, 1_000_000)
    assert.deepEqual(seqsOf((await find({ keyword: 'word' })).items), [4, 3])

    const admin = await administrator(client)
    await admin.must(admin.delete(`users/${ann.user.id}/personal-data`))
    assert.deepEqual(seqsOf((await find({ keyword: 'word' })).items), [4])
  })
})
