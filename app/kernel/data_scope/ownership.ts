import type { LucidModel, LucidRow } from '@adonisjs/lucid/types/model'
import { type Acting, currentActing } from '#kernel/acting/main'
import { E_OWNERSHIP } from './errors.js'
import { tableScopeOf, type TableScope } from './scope_registry.js'

export interface Ownership {
  owner?: number | null
  department?: number | null
}

const assigned = new WeakMap<object, Ownership>()
const released = new WeakSet<object>()

/**
 * Says on purpose whose a row is to be, where an operator acts: the only way, for whatever is merged or set on the
 * instance is refused. The caller has checked that the operator may.
 */
export function assignOwnership<Row extends LucidRow>(row: Row, ownership: Ownership): Row {
  const scope = tableScopeOf(row.constructor as LucidModel)
  if (!scope) throw new TypeError(`Rows of "${row.constructor.name}" are nobody's in particular`)

  assigned.set(row, { ...assigned.get(row), ...ownership })
  set(row, scope.owner, ownership.owner)
  set(row, scope.department, ownership.department)
  return row
}

/** The same for a bulk update: `await withOwnership(Order.query().whereIn('id', ids)).update({ departmentId })`. */
export function withOwnership<Query extends object>(query: Query): Query {
  released.add((query as { knexQuery: object }).knexQuery)
  return query
}

/** Owner and department of a row about to be inserted, by column. */
export function stampsFor(
  row: LucidRow,
  scope: TableScope,
  values: Record<string, unknown>
): Record<string, unknown> {
  const acting = currentActing()
  const given = assigned.get(row) ?? {}
  const { owner = stampOf(acting, 'owner'), department = stampOf(acting, 'department') } = given
  return {
    ...stamp(scope.owner, owner, values, acting),
    ...stamp(scope.department, department, values, acting),
  }
}

/** Whether the ownership in an update is what was assigned to the row. */
export function isAssigned(
  row: LucidRow,
  scope: TableScope,
  values: Record<string, unknown>
): boolean {
  const { owner, department } = assigned.get(row) ?? {}
  const agrees = (column: string | null, value: unknown) =>
    column === null || !(column in values) || values[column] === value
  return assigned.has(row) && agrees(scope.owner, owner) && agrees(scope.department, department)
}

/** @throws E_OWNERSHIP when an update changes owner or department without having said so */
export function assertOwnershipUntouched(
  statement: object,
  scope: TableScope,
  acting: Acting
): void {
  if (!scope.stamps || acting.kind === 'system' || released.has(statement)) return

  const { update, counter } = (statement as { _single: { update?: object; counter?: object } })
    ._single
  for (const name of Object.keys({ ...update, ...counter })) {
    const column = name.split('.').at(-1)!.toLowerCase()
    if (column === scope.owner?.toLowerCase() || column === scope.department?.toLowerCase())
      refuse(column)
  }
}

function stampOf(acting: Acting, kind: 'owner' | 'department'): number | null | undefined {
  if (acting.kind === 'system') return undefined
  return kind === 'owner' ? acting.operator.id : acting.operator.departmentId
}

function stamp(
  column: string | null,
  value: unknown,
  values: Record<string, unknown>,
  acting: Acting
) {
  if (column === null || value === undefined) return {}
  const given = values[column] ?? null
  if (acting.kind === 'operator' && given !== null && given !== value) refuse(column)
  return { [column]: value }
}

function set(row: LucidRow, column: string | null, value: unknown): void {
  if (column === null || value === undefined) return
  const { $keys } = row.constructor as LucidModel
  row.$setAttribute($keys.columnsToAttributes.get(column, column), value)
}

function refuse(field: string): never {
  throw new E_OWNERSHIP(undefined, {
    errors: [{ field, rule: 'ownership', message: E_OWNERSHIP.message }],
  })
}
