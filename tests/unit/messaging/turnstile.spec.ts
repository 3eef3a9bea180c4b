import { test } from '@japa/runner'
import { ownRowsOf } from '#kernel/data_scope/reach'
import { actAsOperator } from '#kernel/operator/acting'
import { operatorOf } from '#plugins/identity/main'
import { Turnstile } from '../../../app/plugins/messaging/turnstile.js'

const NAMELESS = { username: 'n', nickname: 'n', departmentId: null }

test.group('Messaging | turnstile', () => {
  test('let so many in at a time, in order, and go on after a failure', async ({ assert }) => {
    const turnstile = new Turnstile(2)
    let inside = 0
    let most = 0
    const order: number[] = []
    const work = (index: number) => async () => {
      most = Math.max(most, ++inside)
      await Promise.resolve()
      order.push(index)
      inside -= 1
      if (index === 3) throw new Error('no matter')
    }
    const all = Array.from({ length: 10 }, (_, index) => turnstile.pass(work(index)))
    await Promise.allSettled(all)
    assert.equal(most, 2)
    assert.deepEqual(order, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  test('let people take turns, however much one of them has waiting, and keep places for others', async ({
    assert,
  }) => {
    const turnstile = new Turnstile(4, { ofOne: 2 })
    const as = (id: number, work: () => unknown) => {
      const acting = { operator: operatorOf({ id, ...NAMELESS }), permission: null, roles: [] }
      return actAsOperator({ ...acting, reach: ownRowsOf(id) }, work)
    }
    const order: number[] = []
    const [held, running] = [Promise.withResolvers<void>(), new Map<number, number>()]
    const pass = (id: number) =>
      turnstile.pass(async () => {
        order.push(id)
        running.set(id, (running.get(id) ?? 0) + 1)
        await held.promise
        assert.isAtMost(running.get(id)!, 2)
        running.set(id, running.get(id)! - 1)
      })
    const all: unknown[] = []
    as(1, () => all.push(...Array.from({ length: 100 }, () => pass(1))))
    as(2, () => all.push(pass(2)))
    assert.deepEqual(order, [1, 1, 2])
    as(2, () => all.push(pass(2), pass(2), pass(2)))
    held.resolve()
    await Promise.all(all)
    assert.lengthOf(order, 104)
    assert.isBelow(order.lastIndexOf(2), 12)
  })

  test('let others have their turn of the loop between those who waited', async ({ assert }) => {
    const turnstile = new Turnstile(1)
    let [turns, isOver] = [0, false]
    const look = () => {
      turns += 1
      if (!isOver) setImmediate(look)
    }
    setImmediate(look)
    await Promise.all(Array.from({ length: 10 }, () => turnstile.pass(() => Promise.resolve())))
    isOver = true
    assert.isAtLeast(turns, 9)
  })
})
