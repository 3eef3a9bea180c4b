import { setImmediate as turn } from 'node:timers/promises'
import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { nothing, ownRowsOf, unionOf, everything } from '#kernel/acting/main'
import {
  actAsOperator,
  actAsSystem,
  currentActing,
  currentOperator,
  E_NOBODY_ACTING,
} from '#kernel/acting/acting'
import { Order } from './fixtures.js'
import { orderListing } from './order_listing.js'
import { idsOf, orders, reaches, useWorld, visible, withReach } from './world.js'

const ACTORS = 60

function operatorOf(id: number) {
  return { id, username: `user${id}`, nickname: `User ${id}`, departmentId: null, sessionId: null }
}

function actAs<Result>(id: number, work: () => Result): Result {
  const acting = { operator: operatorOf(id), permission: null, reach: ownRowsOf(id), roles: [] }
  return actAsOperator(acting, work)
}

test.group('Data scope | who acts', (group) => {
  useWorld(group)

  test('keep many interleaved operators apart', async ({ assert }) => {
    const expected = new Map(
      [1, 2, 3, 4, 5, 6].map((id) => [id, idsOf(visible(orders, ownRowsOf(id)))])
    )
    const rounds = Array.from({ length: ACTORS }, (_, index) => (index % 6) + 1)

    const wrong: number[] = []
    await Promise.all(
      rounds.map((id, index) =>
        actAs(id, async () => {
          if (index % 2) await turn()
          const models = await Order.query().orderBy('id')
          await turn()
          const listed = await orderListing.page({
            pageSize: 200,
            count: index % 3 ? 'none' : 'exact',
          })
          await turn()
          const right = String(expected.get(id))
          if (
            currentOperator().id !== id ||
            String(idsOf(models)) !== right ||
            String(idsOf(listed.items)) !== right
          ) {
            wrong.push(index)
          }
        })
      )
    )
    assert.isEmpty(wrong)
  })

  test('fail for one without touching the others', async ({ assert }) => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, (_, index) =>
        actAs((index % 6) + 1, async () => {
          await turn()
          if (index % 5 === 0) throw new Error('stop')
          return (await Order.all()).every(({ ownerId }) => ownerId === (index % 6) + 1)
        })
      )
    )
    assert.lengthOf(
      outcomes.filter(({ status }) => status === 'rejected'),
      12
    )
    assert.isTrue(outcomes.every((one) => one.status === 'rejected' || one.value))
  })

  test('be immutable', async ({ assert }) => {
    await actAs(1, async () => {
      const acting = currentActing() as { reach: unknown; kind: string }
      assert.throws(() => (acting.reach = everything), TypeError)
      assert.throws(() => (acting.kind = 'system'), TypeError)
    })
  })

  test('be nobody again afterwards', async ({ assert }) => {
    await actAs(1, () => Order.all())
    assert.throws(() => currentActing(), E_NOBODY_ACTING.message)
  })

  test('narrow a query that is handed back and awaited elsewhere', async ({ assert }) => {
    await actAsSystem('a test', async () => {
      const rows = await actAs(2, () => Order.query())
      assert.deepEqual(idsOf(rows), idsOf(visible(orders, ownRowsOf(2))))
    })
  })

  test('reach everything within a transaction of the system only', async ({ assert }) => {
    await withReach(reaches.self!, () =>
      db.transaction(async (trx) => {
        const all = await actAsSystem('a test', () => Order.query({ client: trx }))
        const own = await Order.query({ client: trx })
        assert.lengthOf(all, orders.length)
        assert.deepEqual(idsOf(own), idsOf(visible(orders, reaches.self!)))
      })
    )
  })

  test('unite reaches', ({ assert }) => {
    const departments = (...ids: number[]) =>
      ({ kind: 'rows', owner: null, departments: ids }) as const
    assert.deepEqual(unionOf([]), nothing)
    assert.deepEqual(unionOf([nothing, everything]), everything)
    assert.deepEqual(unionOf([departments(3, 1), departments(1, 2), ownRowsOf(9)]), {
      kind: 'rows',
      owner: 9,
      departments: [1, 2, 3],
    })
  })
})
