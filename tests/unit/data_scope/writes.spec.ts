import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { assignOwnership, withOwnership } from '#kernel/data_scope/ownership'
import { E_OWNERSHIP } from '#kernel/data_scope/errors'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { actAsSystem, E_NOBODY_ACTING } from '#kernel/acting/acting'
import { onEveryDatabase } from '#tests/helpers/on_every_database'
import { Order, Person, Team } from './fixtures.js'
import { idsOf, orders, reaches, storedIds, useWorld, visible, withReach } from './world.js'

const mine = idsOf(visible(orders, reaches.self!))
const foreign = idsOf(orders).filter((id) => !mine.includes(id))
const asSelf = <Result>(work: () => Result) => withReach(reaches.self!, work)
const stored = (id: number) => db.from('scope_orders').where('id', id).firstOrFail()
const noted = async (note: string) =>
  idsOf(await db.from('scope_orders').where('note', note).select('id'))

test.group('Data scope | bulk writes', (group) => {
  onEveryDatabase(group)
  useWorld(group)

  for (const [name, reach] of Object.entries(reaches)) {
    const reached = idsOf(visible(orders, reach))

    test(`limit a bulk update to the reach "${name}"`, async ({ assert }) => {
      await withReach(reach, async () => {
        await Order.query().update({ note: 'touched' })
        assert.deepEqual(await noted('touched'), reached)
        await Order.query().where('id', -1).orWhere('id', '>', 0).update({ note: 'again' })
        assert.deepEqual(await noted('again'), reached)
        await Order.query().whereIn('id', idsOf(orders)).update('note', 'third')
        assert.deepEqual(await noted('third'), reached)
      })
    })

    test(`limit increments and decrements to the reach "${name}"`, async ({ assert }) => {
      await db.from('scope_orders').update({ amount: 0 })
      await withReach(reach, async () => {
        await Order.query().increment('amount', 5)
        await Order.query().decrement('amount', 2)
      })
      assert.deepEqual(
        idsOf(await db.from('scope_orders').where('amount', 3).select('id')),
        reached
      )
      assert.lengthOf(
        await db.from('scope_orders').where('amount', 0),
        orders.length - reached.length
      )
    })

    test(`limit a bulk delete to the reach "${name}"`, async ({ assert }) => {
      await withReach(reach, () => Order.query().where('id', -1).orWhere('id', '>', 0).delete())
      assert.deepEqual(
        await storedIds('scope_orders'),
        idsOf(orders).filter((id) => !reached.includes(id))
      )
    })
  }

  test('refuse a bulk change of owner or department', async ({ assert }) => {
    await withReach(reaches.all!, async () => {
      await assert.rejects(async () => Order.query().update({ ownerId: 9 }), E_OWNERSHIP.message)
      await assert.rejects(
        async () => Order.query().update({ department_id: 9 }),
        E_OWNERSHIP.message
      )
      await assert.rejects(async () => Order.query().update('departmentId', 9), E_OWNERSHIP.message)
      await assert.rejects(async () => Order.query().increment('ownerId', 1), E_OWNERSHIP.message)
    })
    assert.lengthOf(await db.from('scope_orders').where('owner_id', 9), 0)
  })

  test('change owner or department in bulk where it is said on purpose', async ({ assert }) => {
    await asSelf(() =>
      withOwnership(Order.query().whereIn('id', [...mine, ...foreign])).update({ departmentId: 9 })
    )
    assert.deepEqual(
      idsOf(await db.from('scope_orders').where('department_id', 9).select('id')),
      mine
    )
  })

  test('truncate for the system alone', async ({ assert }) => {
    await withReach(reaches.all!, () => assert.rejects(() => Order.truncate(), /actAsSystem/))
    await assert.rejects(() => Order.truncate(), E_NOBODY_ACTING.message)
    await actAsSystem('a test', () => Order.truncate())
    assert.lengthOf(await storedIds('scope_orders'), 0)
  })

  test('throw where nobody acts', async ({ assert }) => {
    await assert.rejects(async () => Order.query().update({ note: 'x' }), E_NOBODY_ACTING.message)
    await assert.rejects(async () => Order.query().delete(), E_NOBODY_ACTING.message)
    await assert.rejects(async () => Order.query().increment('amount', 1), E_NOBODY_ACTING.message)
    await assert.rejects(() => Order.create({ title: 'x' }), E_NOBODY_ACTING.message)
    await assert.rejects(() => Person.create({ name: 'x' }), E_NOBODY_ACTING.message)
  })
})

test.group('Data scope | instances', (group) => {
  onEveryDatabase(group)
  useWorld(group)

  const loaded = (id: number) => actAsSystem('a test', () => Order.findOrFail(id))

  test('save, refresh and delete a row within reach', async ({ assert }) => {
    await asSelf(async () => {
      const order = await Order.findOrFail(mine[0]!)
      await order.merge({ note: 'mine' }).save()
      await order.refresh()
      assert.equal(order.note, 'mine')
      await order.enableForceUpdate().merge({ note: 'mine' }).save()
      await order.delete()
    })
    assert.notInclude(await storedIds('scope_orders'), mine[0]!)
  })

  test('do not save, refresh or delete a row out of reach', async ({ assert }) => {
    const id = foreign[0]!
    const order = await loaded(id)
    await asSelf(async () => {
      await assert.rejects(() => order.merge({ note: 'stolen' }).save(), E_NOT_FOUND.message)
      await assert.rejects(() => order.merge({ note: 'stolen' }).saveQuietly(), E_NOT_FOUND.message)
      await assert.rejects(() => order.refresh(), E_NOT_FOUND.message)
      await assert.rejects(() => order.delete(), E_NOT_FOUND.message)
      await assert.rejects(() => order.deleteQuietly(), E_NOT_FOUND.message)
    })
    assert.notEqual((await stored(id)).note, 'stolen')
  })

  test('load nothing of a row out of reach', async ({ assert }) => {
    const order = await loaded(foreign[0]!)
    await asSelf(async () => {
      await assert.rejects(() => order.lockForUpdate(async () => null))
      await order.loadCount('lines')
      assert.notProperty(order.$extras, 'lines_count')
    })
  })

  test('let the system write every row', async ({ assert }) => {
    await actAsSystem('a test', async () => {
      const order = await Order.findOrFail(foreign[0]!)
      await order.merge({ ownerId: 77, note: 'system' }).save()
      await order.delete()
      await assert.doesNotReject(() => Order.query().delete())
    })
    assert.lengthOf(await storedIds('scope_orders'), 0)
  })
})

test.group('Data scope | ownership of new rows', (group) => {
  onEveryDatabase(group)
  useWorld(group)

  const ownership = async (id: number) => {
    const { owner_id: owner, department_id: department } = await stored(id)
    return { owner, department }
  }

  test('stamp owner and department from the operator', async ({ assert }) => {
    await asSelf(async () => {
      const created = await Order.create({ title: 'a' })
      const quiet = await Order.createQuietly({ title: 'b' })
      const [many] = await Order.createMany([{ title: 'c' }])
      const saved = await new Order().fill({ title: 'd' }).save()
      const [fetched] = await Order.fetchOrCreateMany('title', [{ title: 'e' }])
      const first = await Order.firstOrCreate({ title: 'f' })
      const updated = await Order.updateOrCreate({ title: 'g' }, { note: 'g' })
      const team = await Team.findOrFail(1)
      const related = await team.related('orders').create({ title: 'h' })

      assert.equal(created.ownerId, 3)
      assert.equal(created.departmentId, 2)
      for (const order of [created, quiet, many, saved, fetched, first, updated, related]) {
        assert.deepEqual(await ownership(order!.id), { owner: 3, department: 2 })
        assert.exists(await Order.find(order!.id))
      }
    })
  })

  test('refuse ownership that is merged, filled, set or created with', async ({ assert }) => {
    await asSelf(async () => {
      const attempts = [
        () => Order.create({ title: 'a', ownerId: 4 }),
        () => Order.create({ title: 'a', departmentId: 5 }),
        () => Order.createMany([{ title: 'a', ownerId: 4 }]),
        () => Order.updateOrCreate({ title: 'a' }, { departmentId: 5 }),
        () => new Order().fill({ title: 'a', ownerId: 4 }).save(),
        () => new Order().merge({ owner_id: 4, title: 'a' } as object).saveQuietly(),
        async () => (await Order.findOrFail(mine[0]!)).merge({ departmentId: 5 }).save(),
        async () => Object.assign(await Order.findOrFail(mine[0]!), { ownerId: 4 }).save(),
      ]
      for (const attempt of attempts)
        await assert.rejects(async () => attempt(), E_OWNERSHIP.message)
    })
    assert.deepEqual(await storedIds('scope_orders'), idsOf(orders))
    assert.equal((await ownership(mine[0]!)).owner, 3)
  })

  test('name the field when ownership is refused', async ({ assert }) => {
    const error = await asSelf(() =>
      Order.create({ title: 'a', ownerId: 4 }).catch((caught) => caught)
    )
    assert.equal(error.status, 422)
    assert.equal(error.errors[0].field, 'owner_id')
  })

  test('take ownership that is what the stamp would be', async ({ assert }) => {
    const order = await asSelf(() => Order.create({ title: 'a', ownerId: 3, departmentId: 2 }))
    assert.deepEqual(await ownership(order.id), { owner: 3, department: 2 })
  })

  test('assign ownership on purpose', async ({ assert }) => {
    await asSelf(async () => {
      const order = await assignOwnership(new Order().fill({ title: 'a' }), {
        owner: 4,
        department: 5,
      }).save()
      assert.deepEqual(await ownership(order.id), { owner: 4, department: 5 })

      const own = await Order.findOrFail(mine[0]!)
      await assignOwnership(own, { department: 6 }).save()
      await assert.rejects(() => own.merge({ departmentId: 1 }).save(), E_OWNERSHIP.message)
      assert.deepEqual(await ownership(mine[0]!), { owner: 3, department: 6 })
    })
  })

  test('do not assign ownership of a row out of reach', async ({ assert }) => {
    const order = await actAsSystem('a test', () => Order.findOrFail(foreign[0]!))
    await asSelf(() =>
      assert.rejects(() => assignOwnership(order, { owner: 3 }).save(), E_NOT_FOUND.message)
    )
    assert.notEqual((await ownership(foreign[0]!)).owner, 3)
  })

  test('keep what the system gives', async ({ assert }) => {
    const order = await actAsSystem('a test', () =>
      Order.create({ title: 'a', ownerId: 8, departmentId: 9 })
    )
    assert.deepEqual(await ownership(order.id), { owner: 8, department: 9 })
  })

  test('leave ownership alone where the model does not stamp', async ({ assert }) => {
    await withReach(reaches.department!, async () => {
      const person = await Person.create({ name: 'new', departmentId: 2 })
      await person.merge({ departmentId: 5 }).save()
      assert.isNull(await Person.find(person.id))
    })
  })
})
