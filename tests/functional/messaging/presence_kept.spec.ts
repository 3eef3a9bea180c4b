import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { Bus } from '#kernel/state/bus'
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

  test('show somebody online who comes to another node while this one says that they went', async ({
    assert,
  }) => {
    const { nodes, presence } = await parts()
    const store = await app.container.make(StateStore)
    const bus = await app.container.make(Bus)
    await nodes.beat()
    const [ann, bob] = [await online(), await online()]
    await until(async () => (await presence.of([bob.user.id]))[0]!.online)
    const userIds = [bob.user.id]
    await ann.peer.ask({ type: 'presence', userIds, watch: true })
    const far = randomUUID()
    await store.addMember('im:nodes', far, HOUR_MS)
    const set = store.set.bind(store)
    store.set = async (key, ...rest) => {
      if (key === `im:seen:${bob.user.id}`) {
        await store.addMember(`im:online:${bob.user.id}`, far, HOUR_MS)
        await bus.publish('messaging.presence', {
          userId: bob.user.id,
          online: true,
          lastSeen: null,
        })
      }
      return set(key, ...rest)
    }
    try {
      await bob.peer.close()
      await ann.peer.next(({ type, id, users }) => type === 'presence' && !id && !users[0].online)
      await presence.stop()
    } finally {
      Reflect.deleteProperty(store, 'set')
    }
    const told = () => ann.peer.ofType('presence').filter(({ id }) => id === undefined)
    await until(() => told().at(-1)!.users[0].online === true)
    await ann.peer.ask({ type: 'ping' })
    assert.isTrue(told().at(-1)!.users[0].online)
    await store.removeMember('im:nodes', far)
    await ann.peer.close()
  })

  test('answer with what was told while the answer was looked up', async ({ assert }) => {
    const { nodes, presence } = await parts()
    const bus = await app.container.make(Bus)
    await nodes.beat()
    const [ann, bob] = [await online(), await person()]
    const userIds = [bob.user.id]
    const told = { userId: bob.user.id, online: true, lastSeen: null }
    const of = presence.of.bind(presence)
    presence.of = async (asked) => {
      const before = await of(asked)
      await bus.publish('messaging.presence', told)
      await ann.peer.next(({ type, id }) => type === 'presence' && id === undefined)
      return before
    }
    try {
      const { users } = await ann.peer.ask({ type: 'presence', userIds, watch: true })
      assert.deepEqual(users, [told])
    } finally {
      Reflect.deleteProperty(presence, 'of')
    }
    await ann.peer.close()
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
