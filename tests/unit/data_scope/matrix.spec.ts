import { test } from '@japa/runner'
import { onEveryDatabase } from '#tests/helpers/on_every_database'
import { modelScopeMatrix, rowsOfEveryKind } from '#tests/helpers/scope_matrix/model_driver'
import type { MatrixOrganisation } from '#tests/helpers/scope_matrix/driver'
import { Line, Order, Person, Team } from './fixtures.js'
import { orderListing } from './order_listing.js'
import { useTables } from './world.js'

const organisation: MatrixOrganisation = {
  operator: 3,
  departments: { head: 1, sales: 2, north: 3, south: 4, finance: 5, island: 6 },
}

type Kind = (typeof rowsOfEveryKind)[number]

const ownerOf = ({ owner }: Kind) => ({ me: 3, other: 4, none: null })[owner ?? 'none']
const departmentOf = ({ department }: Kind) => department && organisation.departments[department]

async function makeOrders() {
  await Order.query().delete()
  return Promise.all(
    rowsOfEveryKind.map(async (kind) => {
      const { id } = await Order.create({
        title: 'matrix',
        teamId: 1,
        ownerId: ownerOf(kind),
        departmentId: departmentOf(kind),
      })
      return { ...kind, id }
    })
  )
}

async function makeLines() {
  await Line.query().delete()
  return Promise.all(
    rowsOfEveryKind.map(async (kind) => {
      const { id } = await Line.create({
        orderId: 1,
        ownerId: ownerOf(kind),
        departmentId: departmentOf(kind),
      })
      return { ...kind, id }
    })
  )
}

test.group('Data scope | matrix of a model with a list', (group) => {
  onEveryDatabase(group)
  useTables(group)
  modelScopeMatrix(Order, {
    organisation,
    rows: makeOrders,
    change: (order) => void order.merge({ note: 'changed' }),
    isFull: true,
    listing: orderListing,
    preload: async () => {
      const teams = await Team.query().preload('orders')
      return teams.flatMap((team) => team.orders.map(({ id }) => id))
    },
  })
})

test.group('Data scope | matrix of a model without a list', (group) => {
  useTables(group)
  modelScopeMatrix(Line, {
    organisation,
    rows: makeLines,
    change: (line) => void line.merge({ orderId: 2 }),
    preload: async () => {
      const teams = await Team.query().preload('lines')
      return teams.flatMap((team) => team.lines.map(({ id }) => id))
    },
  })
})

test.group('Data scope | matrix of a model that owns itself', (group) => {
  useTables(group)
  modelScopeMatrix(Person, {
    organisation,
    rows: async () => {
      await Person.query().delete()
      const kinds = rowsOfEveryKind.filter(({ owner }) => owner === 'other')
      return Promise.all(
        [{ owner: 'me' as const, department: 'sales' as const }, ...kinds].map(
          async (kind, index) => {
            const id = kind.owner === 'me' ? organisation.operator : 100 + index
            await Person.create({ id, name: 'matrix', departmentId: departmentOf(kind) })
            return { ...kind, id }
          }
        )
      )
    },
    change: (person) => void person.merge({ name: 'changed' }),
  })
})
