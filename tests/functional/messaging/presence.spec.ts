import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { SessionRegistry } from '../../../app/plugins/identity/sessions/session_registry.js'
import { actAsSystem } from '#kernel/operator/acting'
import { StateStore } from '#kernel/state/state_store'
import { Department, People } from '#plugins/identity/main'
import { ContactRule, contactRule } from '../../../app/plugins/messaging/rosters/contact_rule.js'
import { freshName } from '../../helpers/accounts.js'
import {
  beat,
  beatOnlyWhenTold,
  online,
  parts,
  person,
  socketUrl,
} from '../../helpers/messaging/people.js'
import { Peer } from '../../helpers/messaging/peer.js'
import { until } from '../../helpers/until.js'

const nowhere = (userId: number) => ({ userId, online: false, lastSeen: null })

async function keepToDepartments(): Promise<() => void> {
  const rule = await app.container.make(ContactRule)
  const strict = contactRule('department', new People())
  rule.among = (userId, others) => strict.among(userId, others)
  return () => Reflect.deleteProperty(rule, 'among')
}

async function department(): Promise<number> {
  const values = {
    name: freshName('department'),
    parentId: null,
    sort: 0,
    status: 'enabled' as const,
  }
  return (await actAsSystem('test', () => Department.create(values))).id
}

async function seenOnline(userId: number): Promise<void> {
  const { presence } = await parts()
  await until(async () => (await presence.of([userId]))[0]!.online)
}

/** How often the shared state is asked meanwhile, by whichever of its methods; each is a trip where it is far away. */
async function tripsDuring(work: () => Promise<unknown>): Promise<number> {
  const store = await app.container.make(StateStore)
  const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(store)) as (keyof StateStore)[]
  let trips = 0
  for (const method of methods) {
    const ask = store[method] as (...args: unknown[]) => unknown
    const counted = (...args: unknown[]) => ((trips += 1), ask.apply(store, args))
    Object.defineProperty(store, method, { value: counted, configurable: true })
  }
  await work().finally(() => methods.forEach((method) => Reflect.deleteProperty(store, method)))
  return trips
}

test.group('Messaging | presence of contacts', (group) => {
  group.each.setup(beatOnlyWhenTold)
  group.each.setup(keepToDepartments)

  test('ask the shared state as often for many people who are away as for one', async ({
    assert,
  }) => {
    await beat()
    const departmentId = await department()
    const ann = await online({ departmentId })
    const others: number[] = []
    for (let count = 0; count < 40; count++) others.push((await person({ departmentId })).user.id)
    const lastSeen = new Date().toISOString()
    await (await app.container.make(StateStore)).set(`im:seen:${others[7]}`, lastSeen, 60_000)
    await seenOnline(ann.user.id)

    let users: unknown[] = []
    const trips = await tripsDuring(async () => {
      users = (await ann.peer.ask({ type: 'presence', userIds: [ann.user.id, ...others] })).users
    })
    assert.isAtMost(trips, 2)
    const here = { userId: ann.user.id, online: true, lastSeen: null }
    const away = others.map((id, at) => ({ ...nowhere(id), ...(at === 7 ? { lastSeen } : {}) }))
    assert.deepEqual(users, [here, ...away])
    await ann.peer.close()
  })

  test('show nobody but contacts and oneself', async ({ assert }) => {
    await beat()
    const id = await department()
    const [ann, bob] = [await online({ departmentId: id }), await online({ departmentId: id })]
    const eve = await online()
    for (const { user } of [ann, bob, eve]) await seenOnline(user.id)

    const userIds = [eve.user.id, bob.user.id, ann.user.id]
    const asked = await ann.peer.ask({ type: 'presence', userIds, watch: true })
    assert.deepEqual(asked.users, [
      nowhere(eve.user.id),
      { userId: bob.user.id, online: true, lastSeen: null },
      { userId: ann.user.id, online: true, lastSeen: null },
    ])
    await eve.peer.close()
    await bob.peer.close()
    await ann.peer.next(({ type, users }) => type === 'presence' && users[0].userId === bob.user.id)
    const told = ann.peer.ofType('presence').flatMap(({ users }) => users)
    assert.notInclude(
      told.filter(({ lastSeen }) => lastSeen !== null).map(({ userId }) => userId),
      eve.user.id
    )
    const after = await ann.peer.ask({ type: 'presence', userIds: [eve.user.id] })
    assert.deepEqual(after.users, [nowhere(eve.user.id)])
    await ann.peer.close()
  })

  test('tell no more of whoever is a contact no longer', async ({ assert }) => {
    await beat()
    const [north, south] = [await department(), await department()]
    const [ann, bob, cyd] = [
      await online({ departmentId: north }),
      await online({ departmentId: north }),
      await online({ departmentId: north }),
    ]
    for (const { user } of [bob, cyd]) await seenOnline(user.id)
    const userIds = [bob.user.id, cyd.user.id]
    await ann.peer.ask({ type: 'presence', userIds, watch: true })
    await actAsSystem('test', () => bob.user.merge({ departmentId: south }).save())
    const registry = await app.container.make(SessionRegistry)
    await registry.usersChanged([bob.user.id])

    await bob.peer.close()
    const { presence } = await parts()
    await until(async () => !(await presence.of([bob.user.id]))[0]!.online)
    await cyd.peer.close()
    await ann.peer.next(({ type, users }) => type === 'presence' && !users[0].online)
    const told = ann.peer.ofType('presence').flatMap(({ users }) => users)
    assert.deepEqual(
      told.filter(({ online: is }) => !is).map(({ userId }) => userId),
      [cyd.user.id]
    )
    await ann.peer.close()
  })

  test('tell of whoever became a contact since they are watched', async ({ assert }) => {
    await beat()
    const [north, south] = [await department(), await department()]
    const [ann, bob] = [
      await online({ departmentId: north }),
      await person({ departmentId: south }),
    ]
    const userIds = [bob.user.id]
    const asked = await ann.peer.ask({ type: 'presence', userIds, watch: true })
    assert.deepEqual(asked.users, [nowhere(bob.user.id)])
    await actAsSystem('test', () => bob.user.merge({ departmentId: north }).save())
    const registry = await app.container.make(SessionRegistry)
    await registry.usersChanged([bob.user.id])

    const peer = await Peer.open(socketUrl(), bob.token)
    const told = await ann.peer.next(({ type, id }) => type === 'presence' && id === undefined)
    assert.deepEqual(told.users, [{ userId: bob.user.id, online: true, lastSeen: null }])
    await Promise.all([ann.peer.close(), peer.close()])
  })
})
