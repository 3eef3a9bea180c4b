import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { StateStore } from '#kernel/state/state_store'
import { clock } from '#kernel/state/clock'
import {
  anotherSession,
  beat,
  beatOnlyWhenTold,
  online,
  parts,
  person,
} from '../../helpers/messaging/people.js'
import { until } from '../../helpers/until.js'

const HOUR_MS = 3_600_000

test.group('Messaging | presence over days and nodes', (group) => {
  group.each.setup(beatOnlyWhenTold)
  group.each.teardown(() => clock.restore())

  test('show somebody online for as long as they are', async ({ assert }) => {
    const { nodes, presence } = await parts()
    await nodes.beat()
    const bob = await online()
    await until(async () => (await presence.of([bob.user.id]))[0]!.online)
    for (const hours of [23, 2]) {
      clock.travel(hours * HOUR_MS)
      await nodes.beat()
    }
    await presence.stop()
    assert.isTrue((await presence.of([bob.user.id]))[0]!.online)
    const sessions = await presence.sessions()
    assert.isTrue(sessions.some(({ userId }) => userId === bob.user.id))
    await bob.peer.close()
  })

  test('tell watchers when a node dies, and since when its users are away', async ({ assert }) => {
    const { nodes, presence } = await parts()
    const store = await app.container.make(StateStore)
    const [ann, bob] = [await online(), await person()]
    const far = randomUUID()
    await store.addMember('im:nodes', far, HOUR_MS)
    await store.addMember(`im:online:${bob.user.id}`, far, HOUR_MS)
    await store.addMember('im:sessions', `${far} ${bob.user.id} 1 1`, HOUR_MS)
    await nodes.beat()
    const asked = { type: 'presence', userIds: [bob.user.id], watch: true }
    assert.isTrue((await ann.peer.ask(asked)).users[0].online)

    await store.removeMember('im:nodes', far)
    await nodes.beat()
    await nodes.beat()
    const told = await ann.peer.next(({ type, id }) => type === 'presence' && id === undefined)
    assert.deepEqual([told.users[0].userId, told.users[0].online], [bob.user.id, false])
    assert.isString(told.users[0].lastSeen)
    assert.isString((await presence.of([bob.user.id]))[0]!.lastSeen)
    assert.notInclude(
      (await store.members('im:sessions')).map((entry) => entry.split(' ')[1]),
      String(bob.user.id)
    )
    await ann.peer.close()
  })

  test('appear again where a node was taken for dead that lives', async ({ assert }) => {
    const { nodes, presence } = await parts()
    const store = await app.container.make(StateStore)
    const [ann, bob] = [await online(), await online()]
    await until(async () => (await presence.of([bob.user.id]))[0]!.online)
    const userIds = [bob.user.id]
    await ann.peer.ask({ type: 'presence', userIds, watch: true })
    await store.removeMember(`im:online:${bob.user.id}`, nodes.self)
    await store.set(`im:buried:${nodes.self}`, 'far', HOUR_MS)
    await nodes.beat()
    const told = await ann.peer.next(({ type, id }) => type === 'presence' && id === undefined)
    assert.isTrue(told.users[0].online)
    await Promise.all([ann.peer.close(), bob.peer.close()])
  })

  test('keep a socket for as long as its newest token says, whatever older one comes later', async ({
    assert,
  }) => {
    const ann = await online()
    const old = await anotherSession(ann.user)
    clock.travel(20 * 60_000)
    const renewed = await ann.peer.ask({ type: 'auth', token: await anotherSession(ann.user) })
    const { expiresAt } = await ann.peer.ask({ type: 'auth', token: old })
    assert.equal(expiresAt, renewed.expiresAt)
    clock.travel(15 * 60_000)
    await ann.peer.ask({ type: 'ping' })
    await beat()
    assert.equal((await ann.peer.ask({ type: 'ping' })).type, 'pong')
    await ann.peer.close()
  })
})
