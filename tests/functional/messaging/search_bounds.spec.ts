import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { toStored } from '#kernel/database/instant'
import { spend } from '#kernel/rate_limit/quota'
import { MessageSearch } from '../../../app/plugins/messaging/search/message_search.js'
import { callsOf } from '../../helpers/messaging/calls.js'
import { person, text, type Person } from '../../helpers/messaging/people.js'
import { said, searchOf, seqsOf, type Hits } from '../../helpers/messaging/searching.js'
import { statementsDuring } from '../../helpers/statements.js'

test.group('Messaging | bounds of a search', () => {
  test('go through pages by a cursor, each message once', async ({ client, assert }) => {
    const texts = Array.from({ length: 23 }, (_, index) => `e ${index}`)
    const { bob, close } = await said(...texts)
    const find = searchOf(client, bob)
    const seqs: number[] = []
    let cursor: string | null | undefined
    for (let pages = 0; cursor !== null; pages++) {
      const page: Hits = await find({ keyword: 'e', limit: 5, ...(cursor && { cursor }) })
      seqs.push(...seqsOf(page))
      cursor = page.nextCursor
      assert.isBelow(pages, 6)
    }
    assert.deepEqual(
      seqs,
      Array.from({ length: 23 }, (_, index) => 23 - index)
    )
    await close()
  })

  test('refuse what is no cursor, no word and no kind', async ({ client }) => {
    const { token } = await person()
    for (const query of [
      { cursor: 'x' },
      { cursor: Buffer.from('["-id",-1]').toString('base64url') },
      { cursor: Buffer.from('["-id",1e300]').toString('base64url') },
      { keyword: 'x'.repeat(101) },
      { contentType: 'poem' },
      { limit: 'many' },
      { createdAtFrom: 'yesterday' },
      { conversationId: '1,2' },
    ]) {
      const response = await client.get('/app/im/messages').qs(query).bearerToken(token)
      response.assertStatus(422)
    }
    ;(await client.get('/app/im/messages')).assertStatus(401)
  })

  test('ask no more of the database for many conversations than for one', async ({
    client,
    assert,
  }) => {
    const { ann, bob, close } = await said('word')
    const find = searchOf(client, bob)
    const one = await statementsDuring(() => find({ keyword: 'word' }))
    const calls = callsOf(client, ann)
    for (let made = 0; made < 5; made++) {
      const more = { title: 'One more', memberIds: [bob.user.id] }
      const { id } = await calls.post('conversations', more)
      await ann.peer.ask(text('word', { conversationId: id }))
    }
    assert.equal(await statementsDuring(() => find({ keyword: 'word' })), one)
    await close()
  })

  test('look through what lies among very many of others, each message once', async ({
    client,
    assert,
  }) => {
    const bob = await person()
    const [theirs, busy, rare] = [await groupOf(), await groupOf(bob), await groupOf(bob)]
    const most = 24_000
    await fill(most, (index) => {
      const isRare = index % 2_000 === 0
      const id = isRare ? rare : index > 12_000 && index % 2 === 0 ? busy : theirs
      return { id, words: isRare || index === 13_000 ? 'a needle' : 'hay' }
    })
    const seqs: number[] = []
    let cursor: string | null | undefined
    for (let pages = 0; cursor !== null; pages++) {
      const page: Hits = await searchOf(
        client,
        bob
      )({
        keyword: 'needle',
        limit: 4,
        ...(cursor && { cursor }),
      })
      seqs.push(
        ...page.items.filter(({ conversationId }) => conversationId === rare).map(({ seq }) => seq)
      )
      cursor = page.nextCursor
      assert.isBelow(pages, 6)
    }
    assert.deepEqual(
      seqs,
      Array.from({ length: 12 }, (_, index) => 12 - index)
    )
    const hay = await searchOf(client, bob)({ keyword: 'hay', limit: 3 })
    assert.deepEqual(seqsOf(hay), [5_994, 5_993, 5_992])
  })

  test('end after so many messages, and go on from there', async ({ client, assert }) => {
    const bob = await person()
    const busy = await groupOf(bob)
    await fill(60_000, (index) => ({ id: busy, words: index === 1 ? 'a needle' : 'hay' }))
    const find = searchOf(client, bob)
    const first = await find({ keyword: 'needle' })
    assert.deepEqual(seqsOf(first), [])
    assert.isNotNull(first.nextCursor)
    const second = await find({ keyword: 'needle', cursor: first.nextCursor })
    assert.deepEqual([seqsOf(second), second.nextCursor], [[1], null])
  })

  test('end after so much text, let one person run two, and look on for nobody who left', async ({
    client,
    assert,
  }) => {
    const bob = await person()
    const busy = await groupOf(bob)
    const long = 'a'.repeat(20_000)
    await fill(500, (index) => ({ id: busy, words: index === 1 ? 'a needle' : long }))
    const find = searchOf(client, bob)
    const first = await find({ keyword: 'needle' })
    assert.deepEqual(seqsOf(first), [])
    const pages = [first]
    while (pages.at(-1)!.nextCursor !== null)
      pages.push(await find({ keyword: 'needle', cursor: pages.at(-1)!.nextCursor! }))
    assert.deepEqual(pages.flatMap(seqsOf), [1])
    assert.equal(pages.length, 2)

    const keyword = `${'a'.repeat(99)}b`
    const ask = () => client.get('/app/im/messages').qs({ keyword }).bearerToken(bob.token)
    const answers = await Promise.all([ask(), ask(), ask(), ask()])
    const refused = answers.filter((answer) => answer.status() === 429)
    assert.isNotEmpty(refused)
    assert.isAtMost(refused.length, 2)
    assert.equal(refused[0]!.header('retry-after'), '1')

    const search = await app.container.make(MessageSearch)
    const gone = AbortSignal.abort(new Error('gone'))
    await assert.rejects(() => search.page(bob.user.id, { keyword }, gone), 'gone')
    ;(await ask()).assertStatus(200)
  })

  test('end after so much that only the database takes for hits, and go on from there', async ({
    client,
    assert,
  }) => {
    const bob = await person()
    const busy = await groupOf(bob)
    const long = { text: 'a'.repeat(2_000) }
    await fill(500, (index) => ({ id: busy, words: index === 1 ? { text: 'a text' } : long }))
    const find = searchOf(client, bob)
    const pages = [await find({ keyword: 'text' })]
    while (pages.at(-1)!.nextCursor !== null)
      pages.push(await find({ keyword: 'text', cursor: pages.at(-1)!.nextCursor! }))
    assert.deepEqual(pages.map(seqsOf), [[], [], [1]])
  })

  test('have a pace', async ({ client, assert }) => {
    const bob = await person()
    const find = () => client.get('/app/im/messages').bearerToken(bob.token)
    const pace = { name: 'im:searches', most: 120, duration: '1 minute', spent: '' }
    await spend(pace, bob.user.id, 119)
    ;(await find()).assertStatus(200)
    const refused = await find()
    assert.equal(refused.status(), 429)
  })
})

const AT_ONCE = 500
const at = toStored(Date.now())

/** A group without messages yet, with somebody in it or nobody. */
async function groupOf(...people: Person[]): Promise<number> {
  await db.table('conversations').insert({ type: 'group', title: 'Busy', created_at: at })
  const [{ id }] = await db.from('conversations').max('id as id')
  for (const { user } of people)
    await db
      .table('conversation_members')
      .insert({ conversation_id: id, user_id: user.id, created_at: at })
  return Number(id)
}

/** Writes so many messages, the first of which is number 1. */
async function fill(count: number, about: (index: number) => { id: number; words: unknown }) {
  const last = new Map<number, number>()
  for (let from = 1; from <= count; from += AT_ONCE) {
    const indices = Array.from({ length: AT_ONCE }, (_, index) => from + index)
    const rows = indices.map((index) => {
      const { id, words } = about(index)
      last.set(id, (last.get(id) ?? 0) + 1)
      return {
        conversation_id: id,
        seq: last.get(id),
        client_message_id: `fill-${id}-${index}`,
        sender_id: 1,
        content_type: 'text',
        content: JSON.stringify(words),
        created_at: at,
      }
    })
    await db.table('messages').multiInsert(rows)
  }
  for (const [id, seq] of last)
    await db.from('conversations').where({ id }).update({ last_seq: seq })
}
