import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { callsOf } from '#tests/helpers/messaging/calls'
import { online, person, text, type Person } from '#tests/helpers/messaging/people'
import { onEveryDatabase } from '#tests/helpers/on_every_database'

interface Page {
  items: { seq: number; content: string }[]
  hasMore: boolean
  hasBefore: boolean
  hasAfter: boolean
}

const seqsOf = ({ items }: Page) => items.map(({ seq }) => seq)
const endsOf = ({ hasMore, hasBefore, hasAfter }: Page) => [hasMore, hasBefore, hasAfter]
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

/** A conversation in which Ann said so many things, and what reads its history as Bob. */
async function talk(client: ApiClient, count: number, content = 'x') {
  const [ann, bob] = [await online(), await person()]
  let conversationId = 0
  for (let said = 0; said < count; said++)
    ({ conversationId } = await ann.peer.ask(text(content, { to: bob.user.id })))
  await ann.peer.close()
  const page = (query: object) =>
    callsOf(client, bob).get(`conversations/${conversationId}/messages`, {
      ...query,
    }) as Promise<Page>
  return { ann, bob, conversationId, page }
}

const refused = (client: ApiClient, { token }: Person, id: number, query: string) =>
  client.get(`/app/im/conversations/${id}/messages?${query}`).bearerToken(token)

test.group('Messaging | history', (group) => {
  onEveryDatabase(group)

  test('page through it both ways', async ({ client, assert }) => {
    const { ann, bob, conversationId, page } = await talk(client, 12)
    const { items } = await callsOf(client, bob).get('conversations')
    const { lastMessage, peer, unread } = items[0]
    assert.deepEqual([lastMessage.seq, peer.id, unread], [12, ann.user.id, 12])

    for (const [query, seqs, hasMore] of [
      [{ limit: 3 }, [10, 11, 12], true],
      [{ limit: 3, beforeSeq: 10 }, [7, 8, 9], true],
      [{ limit: 3, beforeSeq: 3 }, [1, 2], false],
      [{ limit: 5, afterSeq: 9 }, [10, 11, 12], false],
      [{ limit: 2, afterSeq: 0 }, [1, 2], true],
      [{ beforeSeq: 1 }, [], false],
      [{ afterSeq: 99 }, [], false],
    ] as const) {
      const found = await page(query)
      assert.deepEqual([seqsOf(found), found.hasMore], [[...seqs], hasMore], JSON.stringify(query))
    }
    for (const query of [
      'beforeSeq=1&afterSeq=1',
      'aroundSeq=1&afterSeq=0',
      'limit=0',
      'afterSeq=-1',
    ])
      (await refused(client, bob, conversationId, query)).assertStatus(422)
    ;(await refused(client, await person(), conversationId, '')).assertStatus(404)
  })

  test('show half of a page up to a message, half after it, and whether there is more', async ({
    client,
    assert,
  }) => {
    const { page } = await talk(client, 9)
    for (const [aroundSeq, limit, seqs, ends] of [
      [5, 4, [4, 5, 6, 7], [true, true, true]],
      [1, 5, [1, 2, 3], [true, false, true]],
      [9, 4, [8, 9], [true, true, false]],
      [4, 50, upTo(9), [false, false, false]],
    ] as const) {
      const found = await page({ aroundSeq, limit })
      assert.deepEqual([seqsOf(found), endsOf(found)], [[...seqs], [...ends]])
    }
  })

  test('end a page of long messages before it is large, and bring everything', async ({
    client,
    assert,
  }) => {
    const { bob, page } = await talk(client, 40, 'x'.repeat(16_000))
    const read: Page['items'] = []
    for (let more = true; more;) {
      const { items, hasMore } = await page({ limit: 200, afterSeq: read.at(-1)?.seq ?? 0 })
      assert.isBelow(JSON.stringify(items).length, 600 * 1024)
      read.push(...items)
      more = hasMore
    }
    assert.deepEqual(
      read.map(({ seq }) => seq),
      upTo(40)
    )
    const { items } = await callsOf(client, bob).get('conversations')
    assert.containsSubset(items[0].lastMessage, { seq: 40, content: null, contentLeftOut: true })
  })

  test('let whoever left a group read it as it was then', async ({ client, assert }) => {
    const [ann, bob] = [await online(), await person()]
    const [asAnn, asBob] = [callsOf(client, ann), callsOf(client, bob)]
    const { id } = await asAnn.post('conversations', { title: 'Two', memberIds: [bob.user.id] })
    for (const words of ['first', 'second']) await ann.peer.ask(text(words, { conversationId: id }))
    await asBob.post(`conversations/${id}/leave`)
    await ann.peer.ask(text('a secret', { conversationId: id }))

    const left = await asBob.get('conversations', { left: true })
    assert.containSubset(left, {
      total: 1,
      items: [{ id, ownerId: null, lastSeq: 2, leftSeq: 2, unread: 0, lastMessage: { seq: 2 } }],
    })
    assert.deepEqual((await asBob.get('conversations')).items, [])
    const history = await asBob.get(`conversations/${id}/messages`)
    assert.deepEqual(seqsOf(history), [1, 2])
    assert.notInclude(JSON.stringify([left, history]), 'secret')
    await ann.peer.close()
  })
})
