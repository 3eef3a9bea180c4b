import { test } from '@japa/runner'
import { callsOf } from '../../helpers/messaging/calls.js'
import { online, person, text } from '../../helpers/messaging/people.js'

interface Message {
  id: number
  seq: number
  content: string
}

const LONGEST = 'x'.repeat(16_000)
const SAID = 80
const PAGE_BYTES = 512 * 1024

const bytesOf = (messages: Message[]) =>
  messages.reduce((sum, { content }) => sum + content.length, 0)
const seqsOf = (messages: Message[]) => messages.map(({ seq }) => seq)
const all = Array.from({ length: SAID }, (_, index) => index + 1)

test.group('Messaging | pages of long messages', () => {
  async function longTalk() {
    const [ann, bob] = [await online(), await person()]
    let conversationId = 0
    const mentions = [bob.user.id]
    for (let said = 0; said < SAID; said++) {
      const draft = { ...text(LONGEST, { to: bob.user.id }), mentions }
      ;({ conversationId } = await ann.peer.ask(draft))
    }
    await ann.peer.close()
    return { bob, path: `conversations/${conversationId}/messages` }
  }

  test('end before they are large, and bring everything one after another', async ({
    client,
    assert,
  }) => {
    const { bob, path } = await longTalk()
    const { get } = callsOf(client, bob)

    const back: Message[] = []
    for (let more = true; more;) {
      const query = { limit: 200, ...(back[0] && { beforeSeq: back[0].seq }) }
      const { items, hasMore } = await get(path, query)
      assert.isAtMost(bytesOf(items), PAGE_BYTES + LONGEST.length)
      back.unshift(...items)
      more = hasMore
    }
    assert.deepEqual(seqsOf(back), all)

    const forth: Message[] = []
    for (let more = true; more;) {
      const { items, hasMore } = await get(path, { limit: 200, afterSeq: forth.at(-1)?.seq ?? 0 })
      assert.isAtMost(bytesOf(items), PAGE_BYTES + LONGEST.length)
      forth.push(...items)
      more = hasMore
    }
    assert.deepEqual(seqsOf(forth), all)

    const { items, hasBefore, hasAfter } = await get(path, { limit: 200, aroundSeq: 40 })
    assert.isAtMost(bytesOf(items), PAGE_BYTES + 2 * LONGEST.length)
    assert.deepEqual([hasBefore, hasAfter], [true, true])
    assert.include(seqsOf(items), 40)
    const [first] = seqsOf(items)
    assert.deepEqual(
      seqsOf(items),
      items.map((_: unknown, index: number) => first! + index)
    )
  })

  test('are left out of lists of conversations where they are long', async ({ client, assert }) => {
    const [ann, bob] = [await online(), await person()]
    const { get } = callsOf(client, bob)
    const { conversationId } = await ann.peer.ask(text('short', { to: bob.user.id }))
    const lastOf = async () => (await get(`conversations/${conversationId}`)).lastMessage
    assert.containsSubset(await lastOf(), { content: 'short', contentLeftOut: false })
    await ann.peer.ask(text('x'.repeat(8_190), { to: bob.user.id }))
    assert.containsSubset(await lastOf(), { seq: 2, contentLeftOut: false })
    await ann.peer.ask(text(LONGEST, { to: bob.user.id }))
    const leftOut = { seq: 3, content: null, contentLeftOut: true }
    assert.containsSubset(await lastOf(), leftOut)
    assert.containsSubset((await get('conversations')).items[0].lastMessage, leftOut)
    const { items } = await get(`conversations/${conversationId}/messages`)
    assert.equal(items.at(-1).content, LONGEST)
    await ann.peer.close()
  })

  test('end likewise among mentions', async ({ client, assert }) => {
    const { bob } = await longTalk()
    const { get } = callsOf(client, bob)
    const found: Message[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: { items: { message: Message }[]; nextCursor: string | null } = await get(
        'mentions',
        { limit: 100, ...(cursor && { cursor }) }
      )
      const messages = page.items.map(({ message }) => message)
      assert.isAtMost(bytesOf(messages), PAGE_BYTES + LONGEST.length)
      found.push(...messages)
      cursor = page.nextCursor
    }
    assert.deepEqual(seqsOf(found), all.toReversed())
  })
})
