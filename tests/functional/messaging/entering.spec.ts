import { test } from '@japa/runner'
import { clock } from '#kernel/state/main'
import { limits } from '../../helpers/messaging/limits.js'
import {
  anotherSession,
  beat,
  beatOnlyWhenTold,
  person,
  socketUrl,
  ticketFor,
} from '../../helpers/messaging/people.js'
import { Peer } from '../../helpers/messaging/peer.js'

const isReady = (frame: { type: string }) => frame.type === 'ready'

test.group('Messaging | ways in', (group) => {
  group.each.setup(beatOnlyWhenTold)
  group.each.teardown(() => clock.restore())

  test('let in with a ticket, once', async ({ client, assert }) => {
    const ann = await person()
    const ticket = await ticketFor(client, ann.token)
    const peer = Peer.connect(socketUrl(`/ws/im?ticket=${ticket}`))
    assert.equal((await peer.next(isReady)).userId, ann.user.id)

    const again = await Peer.refused(socketUrl(`/ws/im?ticket=${ticket}`))
    assert.equal(again.status, 401)
    assert.containsSubset(JSON.parse(again.body), {
      code: 401,
      data: { reason: 'E_UNAUTHENTICATED' },
    })
  })

  test('let in with the bearer header, the sub-protocol, the query and a first frame', async ({
    assert,
  }) => {
    const { user, token } = await person()
    const header = { headers: { authorization: `Bearer ${token}` } }
    const peers = [
      Peer.connect(socketUrl(), header),
      Peer.connect(socketUrl(), {}, ['im.v1', `bearer.${token}`]),
      Peer.connect(socketUrl(`/ws/im?token=${token}`)),
      Peer.connect(socketUrl()),
    ]
    peers[3]!.ws.once('open', () => peers[3]!.send({ type: 'auth', token, id: 'a' }))
    const ready = await Promise.all(peers.map((peer) => peer.next(isReady)))

    assert.deepEqual([...new Set(ready.map(({ userId }) => userId))], [user.id])
    assert.isString(ready[0]!.serverTime)
    assert.equal(peers[1]!.ws.protocol, 'im.v1')
    assert.equal((await peers[3]!.next(({ id }) => id === 'a')).type, 'ack')
    for (const peer of peers) await peer.close()
  })

  test('answer 401 to every bad credential before the switch', async ({ assert }) => {
    const bad = [
      ['/ws/im?ticket=nonsense', {}, []],
      ['/ws/im?ticket=', {}, []],
      ['/ws/im?token=a.b.c', {}, []],
      ['/ws/im', { headers: { authorization: 'Bearer a.b.c' } }, []],
      ['/ws/im', { headers: { authorization: 'Basic abc' } }, []],
      ['/ws/im', {}, ['im.v1', 'bearer.a.b.c']],
    ] as const
    for (const [path, options, protocols] of bad) {
      const { status } = await Peer.refused(socketUrl(path), options, [...protocols])
      assert.equal(status, 401, path)
    }
  })

  test('answer 403 to an unknown origin, and let the service’s own in', async ({ assert }) => {
    const { token } = await person()
    const headers = { authorization: `Bearer ${token}` }
    const origin = 'https://elsewhere.example.org'
    assert.equal((await Peer.refused(socketUrl(), { headers, origin })).status, 403)

    const own = `http://${process.env.HOST}:${process.env.PORT}`
    const peer = Peer.connect(socketUrl(), { headers, origin: own })
    await peer.next(isReady)
  })

  test('close with 4408 when nobody says who they are within 5 seconds', async ({ assert }) => {
    const peer = Peer.connect(socketUrl())
    await new Promise((resolve) => peer.ws.once('open', resolve))
    clock.travel(6_000)
    await beat()
    assert.equal((await peer.closed).code, 4408)
  })

  test('close with 4401 when the first frame is something else, or a bad token', async ({
    assert,
  }) => {
    for (const frame of [{ type: 'ping' }, { type: 'auth', token: 'a.b.c' }]) {
      const peer = Peer.connect(socketUrl())
      peer.ws.once('open', () => peer.send(frame))
      assert.equal((await peer.closed).code, 4401)
    }
  })

  test('close the eldest socket when one user opens too many', async ({ assert, cleanup }) => {
    cleanup(limits({ socketsPerUser: 3 }))
    const { user, token } = await person()
    const tokens = [token, await anotherSession(user)]
    const peers: Peer[] = []
    for (let count = 0; count < 4; count++)
      peers.push(await Peer.open(socketUrl(), tokens[count % 2]!))

    assert.equal((await peers[0]!.closed).code, 4429)
    assert.equal(peers[3]!.ws.readyState, peers[3]!.ws.OPEN)
    assert.equal(peers[1]!.ws.readyState, peers[1]!.ws.OPEN)
    for (const peer of peers.slice(1)) peer.ws.terminate()
  })
})
