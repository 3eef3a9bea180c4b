import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { ownRowsOf } from '#kernel/acting/main'
import { Notifier } from '#plugins/messaging/main'
import { openGate } from '../../helpers/open_gate.js'
import {
  online,
  person,
  socketUrl,
  text,
  ticketFor,
  type Person,
} from '../../helpers/messaging/people.js'
import { Peer, type Frame } from '../../helpers/messaging/peer.js'
import { noticeStream } from '../../helpers/messaging/notice_stream.js'

const isNotice = ({ type, entries }: Frame) =>
  type === 'entries' && entries[0].contentType === 'notice'
const bearer = ({ token }: Pick<Person, 'token'>) => ({ authorization: `Bearer ${token}` })

test.group('Messaging | notices', (group) => {
  group.each.setup(() => openGate().shut)

  test('reach people at once when they are online, and by sync when they come', async ({
    client,
    assert,
  }) => {
    const [admin, ann, bob] = [await person(), await online(), await person()]
    const response = await client
      .post('/app/im/notices')
      .headers(bearer(admin))
      .json({ to: { userIds: [ann.user.id, bob.user.id, ann.user.id] }, title: 'T', body: 'B' })
    response.assertStatus(200)
    assert.equal(response.body().data.receivers, 2)

    const { entries } = await ann.peer.next(isNotice)
    const [message] = entries
    assert.containsSubset(message, { seq: 1, contentType: 'notice', actorId: admin.user.id })
    assert.deepEqual(message.content, { title: 'T', body: 'B' })
    const late = await Peer.open(socketUrl(), bob.token)
    const { positions } = await late.ask({ type: 'sync' })
    await late.ask({ type: 'sync', conversations: [{ id: positions[0][0], seq: 0 }] })
    assert.equal((await late.next(isNotice)).entries[0].content.title, 'T')

    const list = await client.get('/app/im/conversations').headers(bearer(ann))
    assert.containsSubset(list.body().data.items, [{ type: 'system', unread: 1 }])
    const { conversationId } = message
    const answer = await ann.peer.ask(text('no', { conversationId }))
    assert.containsSubset(answer, { code: 403, reason: 'E_NO_WRITING' })
  })

  test('reach everybody, a role, a department and those beneath it, nobody twice', async ({
    client,
    assert,
    cleanup,
  }) => {
    const { Department, User } = await import('#plugins/identity/main')
    const { actAsSystem } = await import('#kernel/acting/main')
    const db = await app.container.make('lucid.db')
    const [upper, lower] = await actAsSystem('make departments for a test', async () => {
      const above = await Department.create({
        parentId: null,
        name: 'U',
        sort: 1,
        status: 'enabled',
      })
      const below = await Department.create({
        parentId: above.id,
        name: 'L',
        sort: 1,
        status: 'enabled',
      })
      return [above, below]
    })
    const { Versions } = await import('#kernel/state/main')
    await (await app.container.make(Versions)).bump('departments')
    const admin = await person()
    const ann = await person({ departmentId: upper!.id })
    const bob = await person({ departmentId: lower!.id })
    await db.table('user_roles').insert({ user_id: ann.user.id, role_id: 1 })
    cleanup(async () => void (await db.from('user_roles').where('user_id', ann.user.id).delete()))
    const send = async (to: object) => {
      const notice = { to, title: 'T', body: 'B' }
      const response = await client.post('/app/im/notices').headers(bearer(admin)).json(notice)
      response.assertStatus(200)
      return response.body().data.receivers as number
    }

    assert.equal(await send({ departmentIds: [upper!.id] }), 2)
    assert.equal(await send({ departmentIds: [lower!.id] }), 1)
    assert.equal(await send({ departmentIds: [upper!.id], userIds: [bob.user.id] }), 2)
    assert.isAtLeast(await send({ roleIds: [1] }), 1)
    const everybody = await actAsSystem('count for a test', () =>
      User.query().where('status', 'enabled').count('* as total').pojo<{ total: number }>()
    )
    assert.equal(await send({ all: true }), Number(everybody[0]!.total))
  })

  test('reach only those within the reach of who sends them', async ({
    client,
    assert,
    cleanup,
  }) => {
    const { gate, shut } = openGate()
    cleanup(shut)
    const [admin, ann] = [await person(), await person()]
    gate.tell(admin.user.id, ownRowsOf(admin.user.id))
    const response = await client
      .post('/app/im/notices')
      .headers(bearer(admin))
      .json({ to: { userIds: [ann.user.id, admin.user.id] }, title: 'T', body: 'B' })
    assert.equal(response.body().data.receivers, 1)
    gate.tell(admin.user.id, null)
    const refused = await client
      .post('/app/im/notices')
      .headers(bearer(admin))
      .json({ to: { all: true }, title: 'T', body: 'B' })
    refused.assertStatus(403)
  })

  test('stream notices as server-sent events until the session ends', async ({
    client,
    assert,
  }) => {
    const [ann, bob] = [await person(), await person()]
    const byHeader = await noticeStream('/app/im/events', bearer(ann))
    const byTicket = await noticeStream(
      `/app/im/events?ticket=${await ticketFor(client, bob.token)}`
    )
    const notifier = await app.container.make(Notifier)
    await notifier.send([ann.user.id, bob.user.id], { title: 'Saved', body: 'Recovered' })

    for (const [stream, { user }] of [
      [byHeader, ann],
      [byTicket, bob],
    ] as const) {
      const event = await stream.next()
      assert.equal(event.channel, `notices/${user.id}`)
      assert.deepEqual(event.payload.content, { title: 'Saved', body: 'Recovered' })
    }
    ;(await client.post('/app/auth/logout').headers(bearer(ann))).assertStatus(200)
    await byHeader.ended
    byTicket.close()
  })
})
