import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import {
  anotherSession,
  online,
  person,
  socketUrl,
  text,
  type Person,
} from '../../helpers/messaging/people.js'
import { Peer } from '../../helpers/messaging/peer.js'

function asOf(client: ApiClient, { token }: Pick<Person, 'token'>) {
  const to = (path: string) => `/app/im/conversations${path}`
  return {
    get: (path: string) => client.get(to(path)).bearerToken(token),
    post: (path: string, body: object = {}) => client.post(to(path)).bearerToken(token).json(body),
    delete: (path: string) => client.delete(to(path)).bearerToken(token),
  }
}

const seqsOf = (peer: Peer) => peer.ofType('message').map(({ message }) => message.seq as number)

/** Says so many things in the group, one after another. */
async function say(peer: Peer, conversationId: number, count: number) {
  for (let said = 0; said < count; said++) await peer.ask(text('x', { conversationId }))
}

/** A group of Ann's that Bob saw up to 3, and again from 6 to 8; at 9 he is back once more. */
async function comingAndGoing(client: ApiClient) {
  const [ann, bob] = [await online(), await person()]
  const as = asOf(client, ann)
  const made = await as.post('', { title: 'Two', memberIds: [bob.user.id] })
  const { id } = made.body().data
  const out = async () => (await as.delete(`/${id}/members/${bob.user.id}`)).assertStatus(200)
  const back = async () =>
    (await as.post(`/${id}/members`, { userIds: [bob.user.id] })).assertStatus(200)
  await say(ann.peer, id, 3)
  await out()
  await say(ann.peer, id, 2)
  await back()
  await say(ann.peer, id, 3)
  await out()
  await say(ann.peer, id, 1)
  await back()
  await say(ann.peer, id, 2)
  return { ann, bob, id: id as number }
}

const SEEN = [1, 2, 3, 6, 7, 8, 10, 11]

test.group('Messaging | coming back into a group', () => {
  test('bring what was addressed to somebody before, and nothing of between', async ({
    client,
    assert,
  }) => {
    const { ann, bob, id } = await comingAndGoing(client)
    for (const from of [0, 1, 3, 7, 9]) {
      const peer = await Peer.open(socketUrl(), bob.token)
      let position = { id, seq: from }
      for (let more = true; more;) {
        const ack = await peer.ask({ type: 'sync', conversations: [position] })
        const [begins] = ack.begins as { seq: number }[]
        const before = begins?.seq ?? position.seq
        assert.isFalse(
          SEEN.some((seq) => seq > position.seq && seq <= before && !seqsOf(peer).includes(seq))
        )
        more = ack.more as boolean
        position = ack.conversations[0] ?? position
      }
      assert.deepEqual(
        seqsOf(peer),
        SEEN.filter((seq) => seq > from)
      )
      assert.equal(position.seq, 11)
      await peer.close()
    }
    await ann.peer.close()
  })

  test('show the history of each stay, both ways', async ({ client, assert }) => {
    const { ann, bob, id } = await comingAndGoing(client)
    const page = async (query: string) => {
      const { items, hasMore } = (await asOf(client, bob).get(`/${id}/messages?${query}`)).body()
        .data
      return [items.map(({ seq }: { seq: number }) => seq), hasMore]
    }
    assert.deepEqual(await page(''), [SEEN, false])
    assert.deepEqual(await page('limit=4'), [[7, 8, 10, 11], true])
    assert.deepEqual(await page('limit=4&beforeSeq=7'), [[1, 2, 3, 6], false])
    assert.deepEqual(await page('limit=3&afterSeq=2'), [[3, 6, 7], true])
    assert.deepEqual(await page('afterSeq=4'), [[6, 7, 8, 10, 11], false])
    await ann.peer.close()
  })

  test('answer, and hear the recall of, what somebody saw before', async ({ client, assert }) => {
    const { ann, bob, id } = await comingAndGoing(client)
    const peer = await Peer.open(socketUrl(), bob.token)
    const answers = async (replyTo: number) =>
      (await peer.ask({ ...text('x', { conversationId: id }), replyTo })).type
    assert.deepEqual([await answers(2), await answers(5)], ['ack', 'error'])
    for (const seq of [5, 2]) await ann.peer.ask({ type: 'recall', conversationId: id, seq })
    assert.equal((await peer.next(({ type }) => type === 'recalled')).seq, 2)
    await Promise.all([ann.peer.close(), peer.close()])
  })

  test('bring what was begun and read on another device meanwhile', async ({ assert }) => {
    const [ann, bob] = [await online(), await person()]
    const [one, other] = [
      await Peer.open(socketUrl(), bob.token),
      await Peer.open(socketUrl(), await anotherSession(bob.user)),
    ]
    const { serverTime } = await other.ask({ type: 'sync', conversations: [] })
    await other.close()
    const { conversationId } = await ann.peer.ask(text('1', { to: bob.user.id }))
    await ann.peer.ask(text('2', { conversationId }))
    await one.ask({ type: 'read', conversationId, seq: 2 })
    const back = await Peer.open(socketUrl(), bob.token)
    const ack = await back.ask({ type: 'sync', conversations: [], since: serverTime })
    assert.deepEqual(seqsOf(back), [1, 2])
    assert.deepEqual(ack.conversations, [{ id: conversationId, seq: 2 }])
    for (const peer of [ann.peer, one, back]) await peer.close()
  })

  test('bring what was said while somebody came and went, and was read on another device', async ({
    client,
    assert,
  }) => {
    const [ann, bob] = [await online(), await person()]
    const away = await Peer.open(socketUrl(), bob.token)
    const { serverTime: since } = await away.ask({ type: 'sync', conversations: [] })
    await away.close()
    const as = asOf(client, ann)
    const { id } = (await as.post('', { title: 'One', memberIds: [] })).body().data
    const comeAndGo = async () => {
      ;(await as.post(`/${id}/members`, { userIds: [bob.user.id] })).assertStatus(200)
      await say(ann.peer, id, 2)
      const there = await Peer.open(socketUrl(), bob.token)
      await there.ask({ type: 'read', conversationId: id, seq: 100 })
      await there.close()
      ;(await as.delete(`/${id}/members/${bob.user.id}`)).assertStatus(200)
      await say(ann.peer, id, 1)
    }
    const brought = async () => {
      const back = await Peer.open(socketUrl(), bob.token)
      for (let [more, position] = [true, [] as object[]]; more;) {
        const ack = await back.ask({ type: 'sync', conversations: position, since })
        ;[more, position] = [ack.more as boolean, ack.conversations as object[]]
      }
      await back.close()
      return seqsOf(back)
    }
    await comeAndGo()
    assert.deepEqual(await brought(), [1, 2])
    await comeAndGo()
    assert.deepEqual(await brought(), [1, 2, 4, 5])
    ;(await as.post(`/${id}/members`, { userIds: [bob.user.id] })).assertStatus(200)
    await say(ann.peer, id, 1)
    assert.deepEqual(await brought(), [1, 2, 4, 5, 7])
    await ann.peer.close()
  })

  test('bring pages that are as large as a socket takes, however long the messages are', async ({
    assert,
  }) => {
    const [ann, bob] = [await online(), await person()]
    const body = 'z'.repeat(19_000)
    const acks = await Promise.all(
      Array.from({ length: 150 }, () => ann.peer.ask(text(body, { to: bob.user.id })))
    )
    const peer = await Peer.open(socketUrl(), bob.token)
    let ack = { more: true, conversations: [{ id: acks[0]!.conversationId, seq: 0 }] }
    while (ack.more) {
      const { conversations } = ack
      ack = (await peer.ask({ type: 'sync', conversations })) as unknown as typeof ack
    }
    assert.deepEqual(
      seqsOf(peer),
      Array.from({ length: 150 }, (_, index) => index + 1)
    )
    await Promise.all([ann.peer.close(), peer.close()])
  })
})
