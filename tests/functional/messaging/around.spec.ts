import { test } from '@japa/runner'
import { callsOf } from '../../helpers/messaging/calls.js'
import { online, person, text } from '../../helpers/messaging/people.js'

interface Page {
  items: { seq: number }[]
  hasMore: boolean
  hasBefore: boolean
  hasAfter: boolean
}

const seqsOf = ({ items }: Page) => items.map(({ seq }) => seq)
const endsOf = ({ hasMore, hasBefore, hasAfter }: Page) => [hasMore, hasBefore, hasAfter]

test.group('Messaging | what lies around a message', () => {
  test('show half of a page up to it, half after it, and whether there is more', async ({
    client,
    assert,
  }) => {
    const [ann, bob] = [await online(), await person()]
    let conversationId = 0
    for (let said = 0; said < 9; said++)
      ({ conversationId } = await ann.peer.ask(text('x', { to: bob.user.id })))
    const { get } = callsOf(client, bob)
    const around = (aroundSeq: number, limit: number) =>
      get(`conversations/${conversationId}/messages`, { aroundSeq, limit }) as Promise<Page>

    const middle = await around(5, 4)
    assert.deepEqual(seqsOf(middle), [4, 5, 6, 7])
    assert.deepEqual(endsOf(middle), [true, true, true])
    const first = await around(1, 5)
    assert.deepEqual(seqsOf(first), [1, 2, 3])
    assert.deepEqual(endsOf(first), [true, false, true])
    const last = await around(9, 4)
    assert.deepEqual(seqsOf(last), [8, 9])
    assert.deepEqual(endsOf(last), [true, true, false])
    const all = await around(4, 50)
    assert.lengthOf(all.items, 9)
    assert.deepEqual(endsOf(all), [false, false, false])
    assert.deepEqual(seqsOf(await around(5, 1)), [5])
    await ann.peer.close()
  })

  test('show nothing that was said while one was away', async ({ client, assert }) => {
    const [ann, bob] = [await online(), await person()]
    const calls = callsOf(client, ann)
    const { id } = await calls.post('conversations', { title: 'Two', memberIds: [bob.user.id] })
    const say = async (count: number) => {
      for (let said = 0; said < count; said++) await ann.peer.ask(text('x', { conversationId: id }))
    }
    await say(3)
    await calls.delete(`conversations/${id}/members/${bob.user.id}`)
    await say(2)
    await calls.post(`conversations/${id}/members`, { userIds: [bob.user.id] })
    await say(3)
    for (const aroundSeq of [3, 4, 5]) {
      const query = { aroundSeq, limit: 4 }
      const page = await callsOf(client, bob).get(`conversations/${id}/messages`, query)
      assert.deepEqual(seqsOf(page), [2, 3, 6, 7])
    }
    await ann.peer.close()
  })

  test('take one place only', async ({ client }) => {
    const [ann, bob] = [await online(), await person()]
    const { conversationId } = await ann.peer.ask(text('x', { to: bob.user.id }))
    for (const query of ['aroundSeq=1&beforeSeq=2', 'aroundSeq=1&afterSeq=0', 'aroundSeq=-1']) {
      const path = `/app/im/conversations/${conversationId}/messages?${query}`
      ;(await client.get(path).bearerToken(bob.token)).assertStatus(422)
    }
    await ann.peer.close()
  })
})
