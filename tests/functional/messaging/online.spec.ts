import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { Presence } from '../../../app/plugins/messaging/presence/presence.js'
import { StateStore } from '#kernel/state/main'
import { Role } from '#plugins/access/main'
import type { User } from '#plugins/identity/main'
import { keptToDepartments } from '#tests/helpers/messaging/kept_to_departments'
import {
  anotherSession,
  beat,
  beatOnlyWhenTold,
  online,
  person,
  socketUrl,
} from '#tests/helpers/messaging/people'
import { Peer } from '#tests/helpers/messaging/peer'
import { until } from '#tests/helpers/until'
import { holder, makeDepartment, makeRole, makeUser } from '../access/support/organisation.js'

const MAY = ['im:online:list', 'im:online:kick']

/** A socket of somebody who is listed as online. */
async function socketOf(user: User) {
  const token = await anotherSession(user)
  const peer = await Peer.open(socketUrl(), token)
  const presence = await app.container.make(Presence)
  await until(async () => (await presence.sessions()).some(({ userId }) => userId === user.id))
  return { peer, token }
}

async function seenOnline(userId: number, isOnline = true): Promise<void> {
  const presence = await app.container.make(Presence)
  await until(async () => (await presence.of([userId]))[0]!.online === isOnline)
}

test.group('Messaging | who is online', (group) => {
  group.each.setup(beatOnlyWhenTold)
  group.each.setup(beat)

  test('list and kick within reach; the tokens are dead too', async ({ client, assert }) => {
    const departmentId = await makeDepartment()
    const [all, within] = [
      await holder(client, MAY),
      await holder(client, MAY, { dataScope: 'department', departmentId }),
    ]
    const [inside, outside] = [await makeUser([], departmentId), await makeUser()]
    const [near, far] = [await socketOf(inside), await socketOf(outside)]
    const listed = async ({ caller }: typeof all, { id }: User) => {
      const { items } = (await caller.get(`/app/im/online?userId=${id}`)).body().data
      return items.map(({ username }: { username: string }) => username)
    }
    assert.deepEqual(await listed(all, outside), [outside.username])
    assert.deepEqual(await listed(within, inside), [inside.username])
    assert.deepEqual(await listed(within, outside), [])
    ;(await within.caller.delete(`/app/im/online/${outside.id}`)).assertStatus(404)
    assert.equal((await far.peer.ask({ type: 'ping' })).type, 'pong')

    ;(await within.caller.delete(`/app/im/online/${inside.id}`)).assertStatus(200)
    assert.equal((await near.peer.closed).code, 4401)
    const headers = { authorization: `Bearer ${near.token}` }
    assert.equal((await Peer.refused(socketUrl(), { headers })).status, 401)
    ;(await within.caller.delete(`/app/im/online/${inside.id}`)).assertStatus(404)
  })

  test('end no session of who holds more than one holds oneself', async ({ client, assert }) => {
    const { caller } = await holder(client, MAY)
    for (const user of [
      await makeUser([await Role.findByOrFail('code', 'admin')]),
      await makeUser([await makeRole({ permissions: ['system:menu:list'] })]),
    ]) {
      const { peer } = await socketOf(user)
      const refused = await caller.delete(`/app/im/online/${user.id}`)
      refused.assertStatus(403)
      assert.equal(refused.body().data.reason, 'E_FORBIDDEN')
      assert.equal((await peer.ask({ type: 'ping' })).type, 'pong')
      await peer.close()
    }
  })

  test('count for nothing what a node said that lives no more', async ({ assert, cleanup }) => {
    const store = await app.container.make(StateStore)
    const [ann, bob] = [await online(), await person()]
    const other = `other-${bob.user.id}`
    const { id } = bob.user
    await store.addMember('im:nodes', other, 60_000)
    await store.addMember(`im:online:${id}`, other, 60_000)
    await store.addMember('im:sessions', `${other} ${id} 1 ${Date.now()}`, 60_000)
    cleanup(() => store.removeMember('im:nodes', other))
    const presence = await app.container.make(Presence)
    const isListed = async () =>
      (await presence.sessions()).some((session) => session.userId === id)
    const asked = await ann.peer.ask({ type: 'presence', userIds: [id], watch: true })
    assert.deepEqual([asked.users[0].online, await isListed()], [true, true])

    await store.removeMember('im:nodes', other)
    await beat()
    const told = await ann.peer.next((frame) => frame.type === 'presence' && frame.id === undefined)
    assert.deepEqual(told.users, [{ userId: id, online: false, lastSeen: null }])
    assert.isFalse(await isListed())
  })

  test('watch 1,000 people at most, and name those beyond', async ({ assert }) => {
    const ann = await online()
    const watch = (first: number) => {
      const userIds = Array.from({ length: 200 }, (_, index) => 1_000_000 + first + index)
      return ann.peer.ask({ type: 'presence', userIds, watch: true })
    }
    for (let part = 0; part < 5; part++) assert.isUndefined((await watch(part * 200)).unwatched)
    assert.lengthOf((await watch(900)).unwatched, 100)
  })

  test('show presence of contacts alone, now and at every change', async ({ assert, cleanup }) => {
    cleanup(await keptToDepartments())
    const departmentId = await makeDepartment()
    const [ann, bob] = [await online({ departmentId }), await online({ departmentId })]
    const eve = await online()
    for (const { user } of [ann, bob, eve]) await seenOnline(user.id)
    const userIds = [eve.user.id, bob.user.id, ann.user.id]
    const nowhere = { online: false, lastSeen: null }
    const asked = await ann.peer.ask({ type: 'presence', userIds, watch: true })
    assert.deepEqual(asked.users, [
      { userId: eve.user.id, ...nowhere },
      { userId: bob.user.id, online: true, lastSeen: null },
      { userId: ann.user.id, online: true, lastSeen: null },
    ])

    await eve.peer.close()
    await seenOnline(eve.user.id, false)
    await bob.peer.close()
    const told = await ann.peer.next(({ type, id }) => type === 'presence' && id === undefined)
    assert.containsSubset(told.users, [{ userId: bob.user.id, online: false }])
    assert.isString(told.users[0].lastSeen)
    const after = await ann.peer.ask({ type: 'presence', userIds: [eve.user.id] })
    assert.deepEqual(after.users, [{ userId: eve.user.id, ...nowhere }])
  })
})
