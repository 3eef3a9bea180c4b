import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { nothing, actAsOperator } from '#kernel/acting/main'
import { Line, Order } from './fixtures.js'
import { orderListing } from './order_listing.js'
import { AUDITORS, idsOf, orders, reaches, useWorld, withReach } from './world.js'

const operator = { id: 3, username: 'me', nickname: 'Me', departmentId: 2, sessionId: null }
const handed = idsOf(orders.filter((order) => order.handed))

test.group('Data scope | further rows', (group) => {
  useWorld(group)

  test('reach what is handed over, through a permission', async ({ assert }) => {
    const acting = { operator, permission: 'test:order:list', reach: nothing, roles: [AUDITORS] }
    assert.deepEqual(idsOf(await actAsOperator(acting, () => Order.all())), handed)
  })

  test('reach nothing further through no permission, or with no role or another', async ({
    assert,
  }) => {
    const acting = { operator, reach: nothing }
    const none = { ...acting, permission: null, roles: [AUDITORS] }
    const roleless = { ...acting, permission: 'test:order:list', roles: [] }
    const another = { ...roleless, roles: [AUDITORS + 1] }
    assert.isEmpty(await actAsOperator(none, () => Order.all()))
    assert.isEmpty(await actAsOperator(roleless, () => Order.all()))
    assert.isEmpty(await actAsOperator(another, () => Order.all()))
  })

  test('look few rows up by their keys, so that no database reads the whole table', ({
    assert,
  }) => {
    const listing = (name: string) =>
      withReach(reaches[name]!, () => orderListing.statement({ sort: undefined as never }).sql)
    const [few, many] = ['self and custom, and handed over', 'very many, and handed over']
    if (db.connection().dialect.name === 'postgres') {
      for (const name of [few!, many!]) assert.match(listing(name), /= any\(array\(select/)
      return
    }
    assert.match(listing(few!), / union select /)
    assert.notMatch(listing(many!), / union /)
    const written = withReach(reaches[few!]!, () => Order.query().update({ note: 'x' }).toSQL().sql)
    assert.notMatch(written, / union /)
  })

  test('add nothing to the statements of a model that declares none', ({ assert }) => {
    const sqlWithin = (name: string) => withReach(reaches[name]!, () => Line.query().toSQL().sql)
    assert.equal(sqlWithin('department, and handed over'), sqlWithin('department'))
  })
})
