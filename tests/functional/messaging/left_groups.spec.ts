import { test } from '@japa/runner'
import { callsOf } from '../../helpers/messaging/calls.js'
import { online, person, text } from '../../helpers/messaging/people.js'
import { statementsDuring } from '../../helpers/statements.js'

test.group('Messaging | groups that one has left', () => {
  test('stand apart, as they were then, and can still be read', async ({ client, assert }) => {
    const [ann, bob] = [await online(), await person()]
    const [asAnn, asBob] = [callsOf(client, ann), callsOf(client, bob)]
    const group = { title: 'Two', memberIds: [bob.user.id] }
    const { id } = await asAnn.post('conversations', group)
    const stays = await asAnn.post('conversations', group)
    for (const words of ['first', 'second']) await ann.peer.ask(text(words, { conversationId: id }))
    assert.deepEqual((await asBob.get('conversations', { left: true })).items, [])

    await asBob.post(`conversations/${id}/leave`)
    await ann.peer.ask(text('a secret', { conversationId: id }))
    const left = await asBob.get('conversations', { left: true })
    assert.equal(left.total, 1)
    const [shown] = left.items
    assert.containSubset(shown, {
      id,
      type: 'group',
      title: 'Two',
      ownerId: null,
      lastSeq: 2,
      leftSeq: 2,
      unread: 0,
      unreadMentions: 0,
      lastMessage: { seq: 2, content: 'second' },
    })
    assert.equal(shown.lastMessageAt, shown.lastMessage.createdAt)
    assert.notInclude(JSON.stringify(left), 'secret')
    const present = await asBob.get('conversations')
    assert.deepEqual(
      present.items.map((one: { id: number; leftSeq: number | null }) => [one.id, one.leftSeq]),
      [[stays.id, null]]
    )
    const { items } = await asBob.get(`conversations/${id}/messages`)
    assert.lengthOf(items, 2)

    await asAnn.post(`conversations/${id}/members`, { userIds: [bob.user.id] })
    assert.deepEqual((await asBob.get('conversations', { left: true })).items, [])
    await asBob.post(`conversations/${id}/leave`)
    const again = await asBob.get('conversations', { left: true })
    assert.containSubset(again.items[0], { leftSeq: 3, lastMessage: { seq: 2 } })
    assert.notInclude(JSON.stringify(again), 'secret')
    await ann.peer.close()
  })

  test('come in pages, and cost no more statements for many', async ({ client, assert }) => {
    const [ann, bob] = [await online(), await person()]
    const [asAnn, asBob] = [callsOf(client, ann), callsOf(client, bob)]
    const leave = async () => {
      const { id } = await asAnn.post('conversations', { title: 'Two', memberIds: [bob.user.id] })
      await ann.peer.ask(text('x', { conversationId: id }))
      await asBob.post(`conversations/${id}/leave`)
      return id as number
    }
    const list = () => asBob.get('conversations', { left: true })
    const ids = [await leave()]
    const one = await statementsDuring(list)
    for (let made = 0; made < 3; made++) ids.unshift(await leave())
    assert.equal(await statementsDuring(list), one)
    const idsOn = async (page: number) => {
      const { items } = await asBob.get('conversations', { left: true, page, pageSize: 3 })
      return items.map(({ id }: { id: number }) => id)
    }
    assert.deepEqual([...(await idsOn(1)), ...(await idsOn(2))], ids)
    await ann.peer.close()
  })
})
