import { test } from '@japa/runner'
import {
  bearer,
  connectTo,
  logOut,
  makeAccounts,
  socketOf,
  type Account,
} from '../../helpers/messaging/service_people.js'
import { Peer, type Frame } from '../../helpers/messaging/peer.js'
import { quickest } from '../../helpers/quickest.js'
import { twoNodes } from '../../helpers/messaging/two_nodes.js'
import { until } from '../../helpers/until.js'
import { text } from '../../helpers/messaging/people.js'
import { redisIsTested } from '../../unit/state/redis_server.js'

const isMessage = ({ type }: Frame) => type === 'message'

test.group('Messaging | two nodes', (group) => {
  const nodes = twoNodes(group, { RATE_LIMIT_PER_SECOND: '100000' })
  let [ann, bob]: Account[] = []
  group.setup(async () => {
    if (redisIsTested()) [ann, bob] = await makeAccounts(nodes.here, 2)
  })

  test('deliver to sockets of another node, in order, each message once', async ({ assert }) => {
    const [a, b] = [await connectTo(nodes.here, ann!), await connectTo(nodes.there, bob!)]
    const { conversationId } = await a.ask(text('first', { to: bob!.id }))
    await b.next(isMessage)
    await Promise.all([
      ...Array.from({ length: 60 }, (_, index) => a.ask(text(`a${index}`, { conversationId }))),
      ...Array.from({ length: 60 }, (_, index) => b.ask(text(`b${index}`, { conversationId }))),
    ])
    await until(() => a.ofType('message').length >= 60 && b.ofType('message').length >= 61)
    for (const peer of [a, b]) {
      const seqs = peer.ofType('message').map(({ message }) => message.seq)
      assert.deepEqual(
        seqs,
        [...new Set(seqs)].sort((one, other) => one - other)
      )
    }
    await Promise.all([a.close(), b.close()])
  })

  test('close sockets on every node within a second of the logout', async ({ assert }) => {
    const leaving: { account: Account; peers: Peer[] }[] = []
    for (const account of await makeAccounts(nodes.here, 5)) {
      const peers = [await connectTo(nodes.here, account), await connectTo(nodes.there, account)]
      leaving.push({ account, peers })
    }
    const took = await quickest(5, async () => {
      const { account, peers } = leaving.pop()!
      await logOut(nodes.here, account)
      for (const peer of peers) assert.equal((await peer.closed).code, 4401)
    })
    assert.isBelow(took, 1_000)
  })

  test('redeem a ticket on any node, and only on one', async ({ assert }) => {
    const response = await nodes.here.post('/app/im/ticket', {}, bearer(ann!.token))
    const { data } = (await response.json()) as { data: { ticket: string } }
    const peers = [nodes.here, nodes.there].map((node) =>
      Peer.connect(socketOf(node, `?ticket=${data.ticket}`))
    )
    const closed = await Promise.race(peers.map((peer, index) => peer.closed.then(() => index)))
    const other = peers[1 - closed]!
    await other.next(({ type }) => type === 'ready')
    assert.equal(other.ws.readyState, other.ws.OPEN)
    await other.close()
  })

  test('see who is online on another node', async ({ assert }) => {
    const [a, b] = [await connectTo(nodes.here, ann!), await connectTo(nodes.there, bob!)]
    await until(async () => {
      const { users } = await a.ask({ type: 'presence', userIds: [bob!.id] })
      return users[0].online
    })
    await b.close()
    await until(async () => {
      const { users } = await a.ask({ type: 'presence', userIds: [bob!.id] })
      return !users[0].online && users[0].lastSeen !== null
    })
    assert.equal((await a.close()).code, 1005)
  })

  test('keep sockets and commits while Redis is lost, and deliver when it is back', async ({
    assert,
  }) => {
    const [a, b] = [await connectTo(nodes.here, ann!), await connectTo(nodes.there, bob!)]
    const other = await connectTo(nodes.here, ann!)
    await a.ask(text('before', { to: bob!.id }))
    await b.next(({ message }) => message?.content === 'before')
    await nodes.redis.stop()
    const acks = []
    for (let index = 0; index < 20; index++)
      acks.push(await a.ask(text(`lost ${index}`, { to: bob!.id })))
    assert.isTrue(acks.every(({ type }) => type === 'ack'))
    await other.next(({ message }) => message?.content === 'lost 19')

    await nodes.redis.start()
    await until(() => b.ofType('message').some(({ message }) => message.content === 'lost 19'))
    const heard = b.ofType('message').map(({ message }) => message.seq)
    for (const { seq } of acks) assert.include(heard, seq)
    await a.ask(text('after', { to: bob!.id }))
    await b.next(({ message }) => message?.content === 'after')
    for (const peer of [a, b, other]) await peer.close()
  })

  test('tell clients to connect elsewhere when a node stops, which takes no long time', async ({
    assert,
  }) => {
    const peer = await connectTo(nodes.there, bob!)
    const stopping = nodes.there.stop()
    assert.equal((await peer.closed).code, 1012)
    assert.equal(await stopping, 0)
    const again = await connectTo(nodes.here, bob!)
    await again.close()
  })
})
