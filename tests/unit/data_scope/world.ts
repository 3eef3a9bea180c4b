import type { Group } from '@japa/runner/core'
import db from '@adonisjs/lucid/services/db'
import { assertModelsDeclared } from '#kernel/data_scope/main'
import { everything, nothing, ownRowsOf, type Reach, actAsOperator } from '#kernel/acting/main'
import { Line, Order, Person, Tag, Team } from './fixtures.js'

export interface OwnedRow {
  id: number
  owner_id: number | null
  department_id: number | null
  /** Whether it is handed to the role `AUDITORS`. */
  handed?: boolean
}

export const AUDITORS = 7

/** A reach, and whether the operator has the role besides. */
export type WorldReach = Reach & { readonly auditor?: true }

export type OrderRow = OwnedRow & { amount: number; team_id: number; parent_id: number | null }
export type LineRow = OwnedRow & { order_id: number }

const TABLES = [
  'scope_order_tags',
  'scope_order_roles',
  'scope_lines',
  'scope_orders',
  'scope_teams',
  'scope_tags',
  'scope_people',
]

/** More departments than PostgreSQL is handed as an array. */
function manyMore(): number[] {
  return Array.from({ length: 1_000 }, (_, index) => 10_000 + index)
}

/**
 * The five scopes of a role as reaches of operator 3 in department 2, two of them at once, a very large one, and none;
 * some of them also with what is handed to the operator's role.
 */
export const reaches: Record<string, WorldReach> = {
  'all': everything,
  'department_and_below': { kind: 'rows', owner: null, departments: [2, 3, 4] },
  'department': { kind: 'rows', owner: null, departments: [2] },
  'custom': { kind: 'rows', owner: null, departments: [1, 5] },
  'self': ownRowsOf(3),
  'self and custom': { kind: 'rows', owner: 3, departments: [1, 5] },
  'very many': { kind: 'rows', owner: null, departments: [2, 3, 4, ...manyMore()] },
  'none': nothing,
  'all, and handed over': { ...everything, auditor: true },
  'department, and handed over': { kind: 'rows', owner: null, departments: [2], auditor: true },
  'self and custom, and handed over': {
    kind: 'rows',
    owner: 3,
    departments: [1, 5],
    auditor: true,
  },
  'very many, and handed over': {
    kind: 'rows',
    owner: 3,
    departments: [2, 3, ...manyMore()],
    auditor: true,
  },
  'handed over alone': { ...nothing, auditor: true },
}

/** What a reach lets see, written as plainly as can be. */
export function sees(reach: WorldReach, row: OwnedRow): boolean {
  if (reach.kind === 'all') return true
  if (reach.auditor && row.handed) return true
  if (reach.owner !== null && row.owner_id === reach.owner) return true
  return row.department_id !== null && reach.departments.includes(row.department_id)
}

export const orders: OrderRow[] = Array.from({ length: 36 }, (_, index) => ({
  id: index + 1,
  owner_id: index % 7 === 6 ? null : (index % 6) + 1,
  department_id: index % 11 === 10 ? null : (Math.floor(index / 6) % 6) + 1,
  amount: (index * 37) % 100,
  team_id: (index % 3) + 1,
  parent_id: index > 8 ? (index % 9) + 1 : null,
  handed: index % 5 === 2,
}))

/** Two lines an order, whose owner and department are not the order's. */
export const lines: LineRow[] = orders.flatMap(({ id }) => [
  { id: id * 2 - 1, order_id: id, owner_id: ((id + 2) % 6) + 1, department_id: ((id * 5) % 6) + 1 },
  { id: id * 2, order_id: id, owner_id: 3, department_id: ((id * 3) % 6) + 1 },
])

export const tagged = orders.flatMap(({ id }) =>
  id % 2 === 0 ? [{ order_id: id, tag_id: (id % 4) + 1 }] : []
)

export function visible<Row extends OwnedRow>(rows: readonly Row[], reach: WorldReach): Row[] {
  return rows.filter((row) => sees(reach, row))
}

export function idsOf(rows: readonly { id: number }[]): number[] {
  return rows.map(({ id }) => Number(id)).sort((a, b) => a - b)
}

export function withReach<Result>(
  { auditor, ...reach }: WorldReach,
  work: () => Result,
  departmentId: number | null = 2
): Result {
  const operator = { id: 3, username: 'tester', nickname: 'Tester', departmentId, sessionId: null }
  const roles = auditor ? [AUDITORS, AUDITORS + 1] : []
  return actAsOperator({ operator, permission: 'test:order:list', reach, roles }, work)
}

/** Rows as they lie in the table, past every scope. */
export async function storedIds(table: string): Promise<number[]> {
  return idsOf(await db.from(table).select('id'))
}

/** Gives a group its tables, with the same rows before each test. */
export function useWorld(group: Group): void {
  useTables(group)
  group.each.setup(fill)
}

/** Gives a group its tables, filled once. */
export function useTables(group: Group): void {
  group.setup(async () => {
    await dropTables()
    await createTables()
    await fill()
    assertModelsDeclared([Order, Line, Team, Tag, Person])
    return dropTables
  })
}

async function createTables(): Promise<void> {
  await db.connection().schema.createTable('scope_teams', (table) => {
    table.increments('id')
    table.string('name', 50).notNullable()
  })
  await db.connection().schema.createTable('scope_tags', (table) => {
    table.increments('id')
    table.string('name', 50).notNullable()
  })
  await db.connection().schema.createTable('scope_people', (table) => {
    table.increments('id')
    table.string('name', 50).notNullable()
    table.integer('department_id').nullable()
  })
  await db.connection().schema.createTable('scope_orders', (table) => {
    table.increments('id')
    table.string('title', 100).notNullable()
    table.integer('amount').notNullable().defaultTo(0)
    table.string('note', 100).nullable()
    table.boolean('urgent').notNullable().defaultTo(false)
    table.integer('owner_id').nullable()
    table.integer('department_id').nullable()
    table.integer('team_id').notNullable().defaultTo(1)
    table.integer('parent_id').nullable()
    table
      .dateTime('created_at', { useTz: true, precision: 3 })
      .notNullable()
      .defaultTo('2026-01-01 00:00:00.000')
    table.dateTime('closed_at', { useTz: true, precision: 3 }).nullable()
  })
  await db.connection().schema.createTable('scope_lines', (table) => {
    table.increments('id')
    table.integer('order_id').notNullable()
    table.integer('owner_id').nullable()
    table.integer('department_id').nullable()
  })
  await db.connection().schema.createTable('scope_order_tags', (table) => {
    table.increments('id')
    table.integer('order_id').notNullable()
    table.integer('tag_id').notNullable()
  })
  await db.connection().schema.createTable('scope_order_roles', (table) => {
    table.integer('order_id').notNullable()
    table.integer('role_id').notNullable()
  })
}

async function dropTables(): Promise<void> {
  for (const table of TABLES) await db.connection().schema.dropTableIfExists(table)
}

async function fill(): Promise<void> {
  await empty()
  await insert(
    'scope_teams',
    ['red', 'green', 'blue'].map((name) => ({ name }))
  )
  await insert(
    'scope_tags',
    ['a', 'b', 'c', 'd'].map((name) => ({ name }))
  )
  await insert(
    'scope_people',
    orders.slice(0, 12).map(({ id, department_id }) => ({ name: `person ${id}`, department_id }))
  )
  await insert('scope_orders', orders.map(storedOrder))
  await insert(
    'scope_lines',
    lines.map(({ id: _id, ...line }) => line)
  )
  await insert('scope_order_tags', tagged)
  await insert(
    'scope_order_roles',
    orders.flatMap(({ id, handed }) => (handed ? [{ order_id: id, role_id: AUDITORS }] : []))
  )
}

/** Also counts ids from one again, which PostgreSQL does only when told. */
async function empty(): Promise<void> {
  const connection = db.connection()
  if (connection.dialect.name === 'postgres') {
    await connection.rawQuery(`truncate ${TABLES.join(', ')} restart identity`)
    return
  }
  for (const table of TABLES) await connection.truncate(table)
}

/** Without ids, so that every database counts on from here. */
function storedOrder({ id, handed: _handed, ...order }: OrderRow) {
  const day = String((id % 9) + 1).padStart(2, '0')
  return {
    ...order,
    title: `Order ${String(id).padStart(2, '0')}${id % 5 === 0 ? ' 100%_off' : ''}`,
    note: id % 4 === 0 ? null : `note ${id % 4}`,
    urgent: id % 2 === 0,
    created_at: `2026-03-${day} 10:00:00.${String(id).padStart(3, '0')}`,
    closed_at: id % 3 === 0 ? null : `2026-04-${day} 00:00:00.000`,
  }
}

async function insert(table: string, rows: object[]): Promise<void> {
  await db.table(table).multiInsert(rows)
}
