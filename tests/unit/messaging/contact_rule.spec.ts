import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { Bus } from '#kernel/state/bus'
import { USERS_CHANGED, type Card, type People } from '#plugins/identity/main'
import { Contacts, contactRule } from '../../../app/plugins/messaging/rosters/contact_rule.js'

const card = (id: number, departmentId: number | null, active = true) =>
  [id, { id, departmentId, active, username: '', nickname: '', avatar: null }] as [number, Card]

const people = {
  cardsOf: async () =>
    new Map([card(1, 7), card(2, 7), card(3, 8), card(4, 7, false), card(5, null)]),
  activeAmong: async (ids: number[]) => new Set(ids.filter((id) => id !== 4)),
} as unknown as People

const unblocked = { against: async () => new Set<number>() }

test.group('Messaging | contact rule', () => {
  test('let everybody write to any active user but themselves', async ({ assert }) => {
    const allowed = await contactRule('everybody', people).among(1, [1, 2, 3, 4])
    assert.deepEqual([...allowed], [2, 3])
  })

  test('keep people to their department', async ({ assert }) => {
    const rule = contactRule('department', people)
    assert.deepEqual([...(await rule.among(1, [1, 2, 3, 4, 5]))], [2])
    assert.deepEqual([...(await rule.among(5, [1, 5]))], [])
  })

  test('remember an answer, good or bad', async ({ assert }) => {
    const asked: number[] = []
    const contacts = new Contacts(
      {
        async among(_userId: number, others: readonly number[]) {
          asked.push(...others)
          return new Set(others.filter((id) => id === 2))
        },
      },
      unblocked
    )
    for (let times = 0; times < 3; times++) {
      await contacts.assert(1, 2)
      await assert.rejects(() => contacts.assert(1, 3))
    }
    assert.deepEqual(asked, [2, 3])
  })

  test('keep no answer of before a change that came while it was being asked for', async ({
    assert,
  }) => {
    const active = new Set<number>()
    const isLookedAt = Promise.withResolvers<void>()
    const contacts = new Contacts(
      {
        async among(_userId: number, others: readonly number[]) {
          const allowed = new Set(others.filter((id) => active.has(id)))
          await isLookedAt.promise
          return allowed
        },
      },
      unblocked
    )
    const bus = await app.container.make(Bus)
    await contacts.start(bus)
    const asked = contacts.visible(1, [2])
    active.add(2)
    const heard = Promise.withResolvers<void>()
    const stop = await bus.subscribe(USERS_CHANGED, () => heard.resolve())
    await bus.publish(USERS_CHANGED, { userIds: [2] })
    await heard.promise
    isLookedAt.resolve()
    await asked
    assert.deepEqual([...(await contacts.visible(1, [2]))], [2])
    await stop()
  })

  test('forget what is kept of who changed, in a time that is theirs alone', async ({ assert }) => {
    const asked: string[] = []
    const contacts = new Contacts(
      {
        async among(userId: number, others: readonly number[]) {
          asked.push(...others.map((other) => `${userId} ${other}`))
          return new Set(others)
        },
      },
      unblocked
    )
    const bus = await app.container.make(Bus)
    await contacts.start(bus)
    const others = Array.from({ length: 100 }, (_, index) => 1_001 + index)
    for (let userId = 1; userId <= 480; userId++) await contacts.visible(userId, others)
    await contacts.visible(1_001, [1, 2])
    asked.length = 0

    const all = Promise.withResolvers<void>()
    const stop = await bus.subscribe(USERS_CHANGED, (payload) => {
      if ((payload as { userIds: number[] }).userIds.includes(-1)) all.resolve()
    })
    const began = performance.now()
    for (let no = 0; no < 500; no++) await bus.publish(USERS_CHANGED, { userIds: [90_000 + no] })
    await bus.publish(USERS_CHANGED, { userIds: [1_001, -1] })
    await all.promise
    assert.isBelow(performance.now() - began, 1_000)

    for (const userId of [1, 2]) await contacts.visible(userId, [1_001, 1_002])
    await contacts.visible(1_001, [1])
    assert.deepEqual(asked, ['1 1001', '2 1001', '1001 1'])
    await stop()
  })
})
