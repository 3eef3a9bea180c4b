import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { FaultLog } from '#kernel/health/fault_log'
import { Bus } from '#kernel/state/bus'
import { ReadMarks } from '../../../app/plugins/messaging/writing/read_marks.js'
import { until } from '../../helpers/until.js'
import { online, person, text } from '../../helpers/messaging/people.js'
import type { Frame } from '../../helpers/messaging/peer.js'

const isRead = ({ type }: Frame) => type === 'read'

test.group('Messaging | read marks and unread counts', () => {
  test('acknowledge and tell the mark that results, not the one that was asked for', async ({
    assert,
  }) => {
    const [ann, bob] = [await online(), await online()]
    const { conversationId } = await ann.peer.ask(text('1', { to: bob.user.id }))
    for (const content of ['2', '3']) await ann.peer.ask(text(content, { conversationId }))
    await bob.peer.ask({ type: 'read', conversationId, seq: 3 })
    assert.equal((await ann.peer.next(isRead)).seq, 3)
    const again = await bob.peer.ask({ type: 'read', conversationId, seq: 1 })
    assert.equal(again.seq, 3)
    assert.equal((await ann.peer.next(isRead)).seq, 3)
    await Promise.all([ann.peer.close(), bob.peer.close()])
  })

  test('tell of no mark of another node that was overtaken', async ({ assert }) => {
    const [ann, bob] = [await online(), await online()]
    const { conversationId } = await ann.peer.ask(text('1', { to: bob.user.id }))
    for (const content of ['2', '3']) await ann.peer.ask(text(content, { conversationId }))
    const bus = await app.container.make(Bus)
    const elsewhere = (seq: number) => {
      const frame = JSON.stringify({ type: 'read', conversationId, userId: bob.user.id, seq })
      const body = { conversationId, users: null, except: null, frame }
      return bus.publish('messaging.signs', { node: 'far', body })
    }
    await bob.peer.ask({ type: 'read', conversationId, seq: 2 })
    await elsewhere(1)
    await elsewhere(3)
    await ann.peer.next(({ type, seq }) => type === 'read' && seq === 3)
    assert.deepEqual(
      ann.peer.ofType('read').map(({ seq }) => seq),
      [2, 3]
    )
    await Promise.all([ann.peer.close(), bob.peer.close()])
  })

  test('write marks that could not be written once that is possible', async ({ assert }) => {
    const [ann, bob] = [await online(), await online()]
    const { conversationId } = await ann.peer.ask(text('1', { to: bob.user.id }))
    const marks = new ReadMarks(db, await app.container.make(FaultLog))
    const userId = bob.user.id
    const mark = async () => {
      const row = await db
        .from('conversation_members')
        .where({ conversation_id: conversationId, user_id: userId })
        .firstOrFail()
      return Number(row.read_seq)
    }
    await db.connection().schema.renameTable('conversation_members', 'members_elsewhere')
    try {
      await assert.rejects(() => marks.mark({ conversationId, userId, seq: 1 }))
    } finally {
      await db.connection().schema.renameTable('members_elsewhere', 'conversation_members')
    }
    assert.equal(await mark(), 0)
    await until(async () => (await mark()) === 1)
    await Promise.all([ann.peer.close(), bob.peer.close()])
  })

  test('count no recalled message as unread', async ({ client, assert }) => {
    const [ann, bob] = [await online(), await person()]
    const { conversationId, messageId } = await ann.peer.ask(text('1', { to: bob.user.id }))
    await ann.peer.ask(text('2', { conversationId }))
    await ann.peer.ask({ type: 'recall', messageId })
    const list = await client.get('/app/im/conversations').bearerToken(bob.token)
    assert.equal(list.body().data.items[0].unread, 1)
    const recalled = await db.from('messages').where({ conversation_id: conversationId, seq: 1 })
    assert.isNotNull(recalled[0].recalled_at)
    await ann.peer.close()
  })
})
