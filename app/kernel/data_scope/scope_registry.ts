import type { LucidModel } from '@adonisjs/lucid/types/model'
import { dataScopeOf, type ScopeColumns } from './declaration.js'
import { E_MODEL_UNDECLARED } from './errors.js'
import type { FurtherReach } from './further_reach.js'

/** A scope with its attributes resolved to columns. */
export interface TableScope {
  readonly model: string
  readonly table: string
  /** Its primary key. */
  readonly key: string
  readonly owner: string | null
  readonly department: string | null
  readonly stamps: boolean
  readonly labels: readonly string[]
  readonly further: FurtherReach | null
}

const byModel = new WeakMap<LucidModel, TableScope | null>()
const byTable = new Map<string, TableScope>()

/**
 * How rows of a model are limited; `null` for a model whose rows are everybody's.
 *
 * @throws E_MODEL_UNDECLARED
 */
export function tableScopeOf(model: LucidModel): TableScope | null {
  const known = byModel.get(model)
  if (known !== undefined) return known

  model.boot()
  const scope = resolve(model)
  byModel.set(model, scope)
  if (scope) byTable.set(scope.table.toLowerCase(), scope)
  return scope
}

/** The scope of a table by its name alone; `undefined` where no scoped model that was seen so far keeps it. */
export function scopeOfTable(table: string): TableScope | undefined {
  return byTable.get(table.toLowerCase())
}

export function scopedTables(): string[] {
  return [...byTable.keys()]
}

/** Forgets a table, for tests that make models of their own. */
export function forgetTable(table: string): void {
  byTable.delete(table.toLowerCase())
}

function resolve(model: LucidModel): TableScope | null {
  const scope = dataScopeOf(model)
  if (scope.kind === 'unscoped') return null

  const { owner, department, stamps = true, labels = [], alsoThrough = null } = scope.columns
  return Object.freeze({
    model: model.name,
    table: model.table,
    key: model.$getColumn(model.primaryKey)?.columnName ?? model.primaryKey,
    owner: columnFor(model, owner),
    department: columnFor(model, department),
    stamps,
    labels: labels.map((label) => columnFor(model, label)!),
    further: alsoThrough,
  })
}

function columnFor(
  model: LucidModel,
  attribute: keyof ScopeColumns | string | undefined
): string | null {
  if (attribute === undefined) return null
  const column = model.$getColumn(attribute)
  if (column) return column.columnName

  throw new E_MODEL_UNDECLARED(
    `Model "${model.name}" names "${attribute}" in scopedBy(), which is none of its columns; name an attribute that has a @column().`
  )
}
