import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { spend } from '#kernel/rate_limit/quota'
import { RateLog } from '#kernel/rate_limit/rate_log'
import { Notifier, type MessagingConfig } from '#plugins/messaging/main'
import { online, person, socketUrl, text, type Person } from '../../helpers/messaging/people.js'
import { noticeStream } from '../../helpers/messaging/notice_stream.js'
import { Peer } from '../../helpers/messaging/peer.js'
import { openGate } from '../../helpers/open_gate.js'
import { until } from '../../helpers/until.js'
import { administrator } from '../access/support/caller.js'

const bearer = ({ token }: Pick<Person, 'token'>) => ({ authorization: `Bearer ${token}` })
const config = () => app.config.get<MessagingConfig>('messaging')

/** For a set-up: with these limits until the teardown. */
function limits(values: Partial<MessagingConfig>): () => void {
  const before = { ...config() }
  Object.assign(config(), values)
  return () => void Object.assign(config(), before)
}

const CHANGES = { name: 'im:group-changes', most: 300, duration: '1 minute', spent: '' }

test.group('Messaging | quotas', () => {
  test('refuse conversations beyond those that one person makes in an hour, of groups and direct ones alike', async ({
    client,
    assert,
    cleanup,
  }) => {
    cleanup(limits({ conversationsPerHour: 2 }))
    const [ann, bob, cy] = [await online(), await person(), await person()]
    const found = () =>
      client.post('/app/im/conversations').headers(bearer(ann)).json({ title: 'G', memberIds: [] })
    ;(await found()).assertStatus(200)
    assert.equal((await ann.peer.ask(text('one', { to: bob.user.id }))).type, 'ack')

    const third = await found()
    third.assertStatus(429)
    third.assertBodyContains({ data: { reason: 'E_TOO_MANY_REQUESTS' } })
    assert.match(third.body().message, /as many conversations as one may in an hour/)
    assert.isAbove(Number(third.header('retry-after')), 0)
    const written = await ann.peer.ask(text('two', { to: cy.user.id }))
    assert.containsSubset(written, { code: 429, reason: 'E_TOO_MANY_REQUESTS' })
    assert.equal((await ann.peer.ask(text('three', { to: bob.user.id }))).type, 'ack')
    await ann.peer.close()
  })

  test('refuse changes of groups beyond the pace of one person, and change nothing', async ({
    client,
    assert,
  }) => {
    const [ann, bob, cy] = [await person(), await person(), await person()]
    const body = { title: 'Before', memberIds: [bob.user.id] }
    const { id } = (
      await client.post('/app/im/conversations').headers(bearer(ann)).json(body)
    ).body().data
    const path = `/app/im/conversations/${id}`
    const add = (...userIds: number[]) =>
      client.post(`${path}/members`).headers(bearer(ann)).json({ userIds })
    const rename = (title: string) => client.put(path).headers(bearer(ann)).json({ title })
    await spend(CHANGES, ann.user.id, 299)
    ;(await rename('After')).assertStatus(200)
    for (const refused of [
      await rename('Never'),
      await client.put(`${path}/owner`).headers(bearer(ann)).json({ userId: bob.user.id }),
      await client.delete(`${path}/members/${bob.user.id}`).headers(bearer(ann)),
      await add(cy.user.id),
    ])
      refused.assertStatus(429)
    const version = () => db.from('conversations').where({ id }).first()
    const { member_version: before } = await version()
    ;(await add(ann.user.id, bob.user.id)).assertStatus(200)
    assert.equal((await version()).member_version, before)
    const { title, ownerId } = (await client.get(path).headers(bearer(bob))).body().data
    assert.deepEqual([title, ownerId], ['After', ann.user.id])
  })

  test('keep nobody from being erased who has changed groups as often as one may', async ({
    client,
    assert,
  }) => {
    const [ann, bob] = [await person(), await person()]
    const body = { title: 'Here', memberIds: [bob.user.id] }
    await client.post('/app/im/conversations').headers(bearer(ann)).json(body)
    await spend(CHANGES, bob.user.id, 300)
    const admin = await administrator(client)
    await admin.must(admin.delete(`users/${bob.user.id}/personal-data`))
    const present = db.from('conversation_members').where('user_id', bob.user.id)
    assert.lengthOf(await present.whereNull('left_seq'), 0)
  })

  test('refuse members beyond those that one person adds in an hour, and write none of them', async ({
    client,
    assert,
    cleanup,
  }) => {
    cleanup(limits({ membersPerHour: 3 }))
    const [ann, bob, cy, dan] = [await person(), await person(), await person(), await person()]
    const ids = [bob, cy, dan].map(({ user }) => user.id)
    const found = (memberIds: number[]) =>
      client.post('/app/im/conversations').headers(bearer(ann)).json({ title: 'G', memberIds })
    const first = await found([bob.user.id])
    first.assertStatus(200)
    const { id } = first.body().data
    ;(await found(ids)).assertStatus(429)
    const added = await client
      .post(`/app/im/conversations/${id}/members`)
      .headers(bearer(ann))
      .json({ userIds: ids })
    added.assertStatus(429)
    const rows = await db.from('conversation_members').whereIn('user_id', ids)
    assert.lengthOf(rows, 1)
  })

  test('refuse a group that is larger than groups may be', async ({ client, cleanup }) => {
    cleanup(limits({ groupMembers: 2 }))
    const [ann, bob, cy] = [await person(), await person(), await person()]
    const response = await client
      .post('/app/im/conversations')
      .headers(bearer(ann))
      .json({ title: 'G', memberIds: [bob.user.id, cy.user.id] })
    response.assertStatus(400)
    response.assertBodyContains({ data: { reason: 'E_GROUP_FULL' } })
  })

  test('refuse notices beyond those that one person sends in an hour, and tell nobody of them', async ({
    client,
    assert,
    cleanup,
  }) => {
    cleanup(openGate().shut)
    cleanup(limits({ noticesPerHour: 2 }))
    const [admin, other, ann] = [await person(), await person(), await person()]
    const send = (sender: Person, title = 'T') =>
      client
        .post('/app/im/notices')
        .headers(bearer(sender))
        .json({ to: { userIds: [ann.user.id] }, title, body: 'B' })
    const heard = async () => {
      const list = await client.get('/app/im/conversations').headers(bearer(ann))
      return list.body().data.items[0].unread as number
    }
    ;(await send(admin, '')).assertStatus(422)
    ;(await send(admin)).assertStatus(200)
    ;(await send(admin)).assertStatus(200)
    const third = await send(admin)
    third.assertStatus(429)
    third.assertBodyContains({ data: { reason: 'E_TOO_MANY_REQUESTS' } })
    assert.match(third.body().message, /as many notices as one may in an hour/)
    assert.isAbove(Number(third.header('retry-after')), 0)
    assert.equal(await heard(), 2)

    ;(await send(other)).assertStatus(200)
    const notifier = await app.container.make(Notifier)
    for (let count = 0; count < 3; count++)
      await notifier.send([ann.user.id], { title: 'T', body: 'B' })
    assert.equal(await heard(), 6)
  })

  test('refuse messages that take more room than one person fills in an hour, store none of them, and answer repeats', async ({
    assert,
    cleanup,
  }) => {
    cleanup(limits({ bytesPerHour: 200 * 1024 }))
    const [ann, bob] = [await online(), await person()]
    const large = (id: string) => ({
      ...{ type: 'send', clientMessageId: id, to: bob.user.id },
      ...{ contentType: 'custom', content: { filler: 'a'.repeat(60_000) } },
    })
    const answers = []
    for (let count = 0; count < 5; count++) answers.push(await ann.peer.ask(large(`m${count}`)))
    assert.deepEqual(
      answers.map(({ type }) => type),
      ['ack', 'ack', 'ack', 'error', 'error']
    )
    assert.containsSubset(answers[3], { code: 429, reason: 'E_TOO_MANY_REQUESTS' })
    assert.match(String(answers[3]!.message), /as much room as one may fill in an hour/)
    assert.equal((await ann.peer.ask(large('m0'))).type, 'ack')
    assert.lengthOf(await db.from('messages').where('sender_id', ann.user.id), 3)

    const other = await online()
    assert.equal((await other.peer.ask(large('m0'))).type, 'ack')
    await Promise.all([ann.peer.close(), other.peer.close()])
  })

  test('count small messages as rows, however little is in them', async ({ assert, cleanup }) => {
    cleanup(limits({ bytesPerHour: 4 * 1024 }))
    const [ann, bob] = [await online(), await person()]
    const answers = []
    for (let count = 0; count < 45; count++)
      answers.push(await ann.peer.ask(text(`s${count}`, { to: bob.user.id })))
    assert.equal(answers[0]!.type, 'ack')
    assert.containsSubset(answers.at(-1), { type: 'error', code: 429 })
    await ann.peer.close()
  })

  test('count whom messages mention', async ({ assert, cleanup }) => {
    cleanup(limits({ bytesPerHour: 4 * 1024 }))
    const [ann, eve, bob] = [await online(), await online(), await person()]
    const last = async ({ peer }: typeof ann, mentions: number[]) => {
      const answers = []
      for (let count = 0; count < 30; count++)
        answers.push(await peer.ask({ ...text(`m${count}`, { to: bob.user.id }), mentions }))
      return answers.at(-1)!
    }
    assert.equal((await last(eve, [])).type, 'ack')
    assert.containsSubset(await last(ann, [bob.user.id]), { type: 'error', code: 429 })
    await Promise.all([ann, eve].map(({ peer }) => peer.close()))
  })

  test('refuse one stream more than a person may have open, until another ends', async ({
    assert,
  }) => {
    const ann = await person()
    const open = () => noticeStream('/app/im/events', bearer(ann))
    const streams = []
    for (let count = 0; count < config().streamsPerUser; count++) streams.push(await open())
    assert.isTrue(streams.every(({ status }) => status === 200))
    assert.equal((await open()).status, 429)
    const other = await noticeStream('/app/im/events', bearer(await person()))
    assert.equal(other.status, 200)

    streams.pop()!.close()
    await until(async () => {
      const again = await open()
      if (again.status !== 200) return false
      streams.push(again)
      return true
    })
    for (const stream of [...streams, other]) stream.close()
  })

  test('close the socket of who sends too much in all, however little through each', async ({
    assert,
  }) => {
    const [ann, bob] = [await online(), await online()]
    const log = await app.container.make(RateLog)
    const rule = { limit: 80, windowMs: 4_000 }
    await log.fill(`im:frames:${ann.user.id}`, rule, rule.limit, 3_600_000)
    const second = await Peer.open(socketUrl(), ann.token)
    for (let count = 0; count < 5; count++) await ann.peer.ask({ type: 'ping' })
    for (let count = 0; count < 5; count++) second.send({ type: 'ping' })

    assert.deepEqual(await second.closed, { code: 4429, reason: 'Too many frames' })
    for (let count = 0; count < 20; count++) await bob.peer.ask({ type: 'ping' })
    await Promise.all([ann.peer.close(), bob.peer.close()])
  })
})
