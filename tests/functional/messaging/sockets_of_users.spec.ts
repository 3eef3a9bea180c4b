import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { Bus } from '#kernel/state/bus'
import { StateStore } from '#kernel/state/state_store'
import type { MessagingConfig } from '#plugins/messaging/main'
import { parts, person, socketUrl } from '../../helpers/messaging/people.js'
import { Peer } from '../../helpers/messaging/peer.js'
import { connectTo, makeAccounts } from '../../helpers/messaging/service_people.js'
import { twoNodes } from '../../helpers/messaging/two_nodes.js'
import { until } from '../../helpers/until.js'

const TOO_MANY = { code: 4429, reason: 'Too many connections' }
const MINUTE_MS = 60_000

function mostSockets(socketsPerUser: number): () => void {
  const config = app.config.get<MessagingConfig>('messaging')
  const before = { ...config }
  Object.assign(config, { socketsPerUser })
  return () => void Object.assign(config, before)
}

async function listed(userId: number): Promise<string[]> {
  const store = await app.container.make(StateStore)
  return store.members(`im:sockets:${userId}`)
}

/** Sockets that another node said it had, the eldest first. */
async function elsewhere(userId: number, node: string, count: number): Promise<string[]> {
  const store = await app.container.make(StateStore)
  const entries = Array.from({ length: count }, (_, index) => `${node} ${index + 1} ${index}`)
  for (const entry of entries) await store.addMember(`im:sockets:${userId}`, entry, MINUTE_MS)
  return entries
}

test.group('Messaging | sockets of one user', () => {
  test('close the eldest of another node, and only that', async ({ assert, cleanup }) => {
    cleanup(mostSockets(3))
    const [store, bus] = [await app.container.make(StateStore), await app.container.make(Bus)]
    const { user, token } = await person()
    await store.addMember('im:nodes', 'far', MINUTE_MS)
    cleanup(() => store.removeMember('im:nodes', 'far'))
    const far = await elsewhere(user.id, 'far', 2)
    const told: unknown[] = []
    cleanup(await bus.subscribe('messaging.sockets.beyond', (payload) => void told.push(payload)))

    const peers = [await Peer.open(socketUrl(), token)]
    await until(async () => (await listed(user.id)).length === 3)
    peers.push(await Peer.open(socketUrl(), token))
    await until(() => told.length > 0)
    assert.deepEqual(told, [{ userId: user.id, entries: [far[0]] }])
    for (const { ws } of peers) assert.equal(ws.readyState, ws.OPEN)
    for (const peer of peers) await peer.close()
  })

  test('count nothing of a node that lives no more', async ({ assert, cleanup }) => {
    cleanup(mostSockets(2))
    const { user, token } = await person()
    await elsewhere(user.id, 'dead', 5)
    const peers = [await Peer.open(socketUrl(), token), await Peer.open(socketUrl(), token)]
    await until(async () => (await listed(user.id)).length === 7)
    const { sockets } = await parts()
    await sockets.stop()
    for (const { ws } of peers) assert.equal(ws.readyState, ws.OPEN)
    const third = await Peer.open(socketUrl(), token)
    assert.deepEqual(await peers[0]!.closed, TOO_MANY)
    for (const { ws } of [peers[1]!, third]) assert.equal(ws.readyState, ws.OPEN)
    for (const peer of [peers[1]!, third]) await peer.close()
  })

  test('strike out what stands in the list and is here no more', async ({ cleanup }) => {
    cleanup(mostSockets(1))
    const { user, token } = await person()
    const { nodes } = await parts()
    const [stale] = await elsewhere(user.id, nodes.self, 1)
    const peer = await Peer.open(socketUrl(), token)
    await until(async () => {
      const entries = await listed(user.id)
      return entries.length === 1 && entries[0] !== stale
    })
    await peer.close()
    await until(async () => (await listed(user.id)).length === 0)
  })
})

test.group('Messaging | sockets of one user on two nodes', (group) => {
  const nodes = twoNodes(group, { IM_SOCKETS_PER_USER: '3' })

  test('close the eldest wherever it is, also where what nodes share was lost between', async ({
    assert,
  }) => {
    const { here, there } = nodes
    const [ann] = (await makeAccounts(here, 1)) as [Awaited<ReturnType<typeof makeAccounts>>[0]]
    const peers = []
    for (const node of [here, there, here]) peers.push(await connectTo(node, ann))
    const fourth = await connectTo(there, ann)
    assert.deepEqual(await peers[0]!.closed, TOO_MANY)
    const fifth = await connectTo(here, ann)
    assert.deepEqual(await peers[1]!.closed, TOO_MANY)

    await nodes.redis.stop()
    const alone = [await connectTo(here, ann), await connectTo(there, ann)]
    await nodes.redis.start()
    assert.deepEqual(await peers[2]!.closed, TOO_MANY)
    assert.deepEqual(await fourth.closed, TOO_MANY)
    for (const { ws } of [fifth, ...alone]) assert.equal(ws.readyState, ws.OPEN)
    for (const peer of [fifth, ...alone]) await peer.close()
  })
})
