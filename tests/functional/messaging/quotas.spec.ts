import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { RateLog } from '#kernel/rate_limit/rate_log'
import type { MessagingConfig } from '#plugins/messaging/main'
import { online, person, socketUrl, text, type Person } from '../../helpers/messaging/people.js'
import { noticeStream } from '../../helpers/messaging/notice_stream.js'
import { Peer } from '../../helpers/messaging/peer.js'
import { until } from '../../helpers/until.js'

const bearer = ({ token }: Pick<Person, 'token'>) => ({ authorization: `Bearer ${token}` })
const config = () => app.config.get<MessagingConfig>('messaging')

/** For a set-up: with these limits until the teardown. */
function limits(values: Partial<MessagingConfig>): () => void {
  const before = { ...config() }
  Object.assign(config(), values)
  return () => void Object.assign(config(), before)
}

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

  test('refuse members beyond those that one person adds in an hour, and write none of them', async ({
    client,
    assert,
    cleanup,
  }) => {
    cleanup(limits({ membersPerHour: 4 }))
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
