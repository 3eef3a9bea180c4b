import { test } from '@japa/runner'
import { clock } from '#kernel/state/main'
import { callsOf, groupOf } from '#tests/helpers/messaging/calls'
import { beatOnlyWhenTold, online, socketUrl, text } from '#tests/helpers/messaging/people'
import { Peer, type Frame } from '#tests/helpers/messaging/peer'
import { onEveryDatabase } from '#tests/helpers/on_every_database'

const ofType =
  (type: string) =>
  (frame: Frame): boolean =>
    frame.type === type

test.group('Messaging | what is one’s own', (group) => {
  onEveryDatabase(group)
  group.each.setup(beatOnlyWhenTold)
  group.each.teardown(() => clock.restore())

  test('mute, pin, archive and mark as unread, on all one’s devices', async ({
    client,
    assert,
  }) => {
    const [ann, bob] = [await online(), await online()]
    const other = await Peer.open(socketUrl(), ann.token)
    const id = await groupOf(client, ann, [bob])
    const { put, get } = callsOf(client, ann)
    const mutedUntil = '2099-01-01T00:00:00.000Z'
    const plain = { mutedUntil: null, pinned: false, archived: false, markedUnread: false }
    for (const [change, mine] of [
      [
        { mutedUntil, pinned: true },
        { ...plain, mutedUntil, pinned: true },
      ],
      [{ archived: true }, { mutedUntil, pinned: true, archived: true, markedUnread: false }],
      [
        { mutedUntil: null, pinned: false, archived: false, markedUnread: true },
        { ...plain, markedUnread: true },
      ],
    ]) {
      assert.containSubset(await put(`conversations/${id}/mine`, change), mine)
      assert.deepEqual(await other.next(ofType('mine')), {
        type: 'mine',
        conversationId: id,
        ...mine!,
      })
    }
    const found = async (archived: boolean) => (await get('conversations', { archived })).total
    assert.deepEqual([await found(false), await found(true)], [1, 0])
    await ann.peer.ask({ type: 'read', conversationId: id, seq: 1 })
    assert.isFalse((await get(`conversations/${id}`)).markedUnread)
    assert.lengthOf(bob.peer.ofType('mine'), 0)
  })

  test('list pinned conversations first, then by their last message', async ({
    client,
    assert,
  }) => {
    const ann = await online()
    const ids = [await groupOf(client, ann), await groupOf(client, ann), await groupOf(client, ann)]
    const { put, get } = callsOf(client, ann)
    for (const [place, id] of [ids[1], ids[0], ids[2]].entries()) {
      clock.travel(place + 1)
      await ann.peer.ask(text('x', { conversationId: id! }))
    }
    await put(`conversations/${ids[1]}/mine`, { pinned: true })
    const { items } = await get('conversations')
    assert.deepEqual(
      items.map(({ id }: { id: number }) => id),
      [ids[1], ids[2], ids[0]]
    )
    const some = await get('conversations', { ids: `${ids[2]},${ids[0]},2000000000` })
    assert.deepEqual(
      some.items.map(({ id }: { id: number }) => id),
      [ids[2], ids[0]]
    )
  })

  test('count unread messages to 100, and in all those that are not muted or are marked', async ({
    client,
    assert,
  }) => {
    const [ann, bob] = [await online(), await online()]
    const [loud, quiet, marked] = [
      await groupOf(client, ann, [bob]),
      await groupOf(client, ann, [bob]),
      await groupOf(client, ann, [bob]),
    ]
    const { get, put } = callsOf(client, bob)
    const total = async () => (await get('unread')).unread
    const unread = async (id: number) => (await get(`conversations/${id}`)).unread
    const say = (conversationId: number, count: number) =>
      Promise.all(Array.from({ length: count }, () => ann.peer.ask(text('x', { conversationId }))))
    await say(loud, 3)
    await say(quiet, 2)
    await ann.peer.ask({ type: 'recall', conversationId: loud, seq: 2 })
    await callsOf(client, ann).put(`conversations/${loud}`, { name: 'Renamed' })
    assert.deepEqual([await unread(loud), await unread(quiet), await total()], [2, 2, 4])

    const soon = new Date(Date.now() + 60_000).toISOString()
    await put(`conversations/${quiet}/mine`, { mutedUntil: soon })
    await put(`conversations/${marked}/mine`, { markedUnread: true })
    assert.equal(await total(), 3)
    await bob.peer.ask(text('read it', { conversationId: loud }))
    clock.travel(61_000)
    for (let tries = 0; (await unread(loud)) > 0; tries++) assert.isBelow(tries, 500)
    assert.equal(await total(), 3)
    await say(loud, 105)
    assert.deepEqual([await unread(loud), await total()], [100, 103])
  })

  test('keep one read mark for all sockets, which only rises, and show the other that and who types', async ({
    client,
    assert,
  }) => {
    const [ann, bob] = [await online(), await online()]
    const { conversationId: id } = await ann.peer.ask(text('1', { to: bob.user.id }))
    for (const words of ['2', '3']) await ann.peer.ask(text(words, { conversationId: id }))
    const mark = (seq: number) => bob.peer.ask({ type: 'read', conversationId: id, seq })
    const unread = async () => (await callsOf(client, bob).get(`conversations/${id}`)).unread
    assert.equal((await mark(2)).seq, 2)
    assert.containSubset(await ann.peer.next(ofType('read')), { userId: bob.user.id, seq: 2 })
    ann.peer.send({ type: 'typing', conversationId: id })
    assert.equal((await bob.peer.next(ofType('typing'))).userId, ann.user.id)
    assert.equal((await mark(1)).seq, 2)
    assert.equal(await unread(), 1)
    assert.equal((await mark(999)).seq, 3)
    assert.equal(await unread(), 0)
    const { items } = await callsOf(client, ann).get(`conversations/${id}/members`)
    const marks = new Map(items.map((one: Frame) => [one.userId, one.readSeq]))
    assert.equal(marks.get(bob.user.id), 3)
  })
})
