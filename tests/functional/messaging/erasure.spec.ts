import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { callsOf, groupOf } from '#tests/helpers/messaging/calls'
import { Device, shown } from '#tests/helpers/messaging/device'
import { entryOf } from '#tests/helpers/messaging/entries'
import { online, text } from '#tests/helpers/messaging/people'
import { onEveryDatabase } from '#tests/helpers/on_every_database'
import { openGate } from '#tests/helpers/open_gate'
import { administrator } from '../access/support/caller.js'

test.group('Messaging | erasure', (group) => {
  onEveryDatabase(group)
  group.setup(() => openGate().shut)

  test('blank what a person wrote, leave their groups, and keep their reactions without a name', async ({
    client,
    assert,
  }) => {
    const [ann, bob] = [await online(), await online()]
    const device = await new Device(bob).connect()
    const direct = await ann.peer.ask(text('hello', { to: bob.user.id }))
    const id = await groupOf(client, ann, [bob])
    const { seq } = await ann.peer.ask(text('to all', { conversationId: id }))
    const edit = { clientMessageId: `my name ${ann.user.id}`.replaceAll(' ', '-') }
    const content = { text: 'to all of you' }
    await ann.peer.ask({ type: 'edit', conversationId: id, seq, ...edit, content })
    const answer = await bob.peer.ask(text('thanks', { conversationId: id }))
    const place = { conversationId: id, seq: answer.seq }
    await ann.peer.ask({ type: 'react', ...place, reaction: '👍', on: true })

    const admin = await administrator(client)
    await admin.must(admin.delete(`users/${ann.user.id}/personal-data`))
    const { entries } = await bob.peer.next(entryOf('erased'))
    assert.deepEqual([entries[0].actorId, entries[0].content], [null, { userId: ann.user.id }])
    await bob.peer.next(entryOf('erased'))
    await device.sync()

    const { get } = callsOf(client, bob)
    for (const conversationId of [direct.conversationId, id]) {
      const { items } = await get(`conversations/${conversationId}/messages`)
      const { entries: log } = await get(`conversations/${conversationId}/entries`)
      assert.notMatch(JSON.stringify([items, log]), /hello|to all|my-name/)
      const blank = ({ edited: _, recalled, ...line }: ReturnType<typeof shown>) => ({
        ...line,
        recalled: recalled !== null,
      })
      assert.deepEqual(device.lines(conversationId).map(blank), items.map(shown).map(blank))
    }
    const listed = await get(`conversations/${id}`)
    assert.containSubset(listed, {
      ownerId: bob.user.id,
      lastMessage: { content: { text: 'thanks' } },
    })
    const reactions = await get(`conversations/${id}/messages/${answer.seq}/reactions`)
    assert.containSubset(reactions.items, [{ userId: null, person: null, reaction: '👍' }])
    const { items } = await get(`conversations/${id}/messages`, { aroundSeq: answer.seq, limit: 1 })
    assert.deepEqual(items[0].reactions, { '👍': 1 })
    assert.isEmpty(await db.from('message_reactions').where('user_id', ann.user.id))
  })
})
