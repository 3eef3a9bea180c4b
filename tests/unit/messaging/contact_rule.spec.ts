import { test } from '@japa/runner'
import type { Card, People } from '#plugins/identity/main'
import type { Bus } from '#kernel/state/main'
import { contactRule } from '../../../app/plugins/messaging/rosters/contact_rule.js'
import { Contacts } from '../../../app/plugins/messaging/rosters/contacts.js'

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
      unblocked,
      {} as Bus
    )
    for (let times = 0; times < 3; times++) {
      await contacts.assert(1, 2)
      await assert.rejects(() => contacts.assert(1, 3))
    }
    assert.deepEqual(asked, [2, 3])
  })
})
