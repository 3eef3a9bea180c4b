import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import type { LucidModel } from '@adonisjs/lucid/types/model'
import { E_LISTING, columnOf, oneOfIds, quote, tableScopeOf } from '#kernel/data_scope/main'
import { dialectOf, runPrepared } from '#kernel/database/main'

/**
 * Names of rows by id, for a caller who may not list those rows: ids in, labels out, and only of attributes that the
 * model declares among its `labels`.
 *
 * @throws E_LISTING for an attribute that is no declared label
 */
export async function labelsOf(
  model: LucidModel,
  attribute: string,
  ids: readonly number[],
  client: QueryClientContract = model.$adapter.modelConstructorClient(model)
): Promise<Map<number, string>> {
  assertLabel(model, attribute)
  if (ids.length === 0) return new Map()

  const dialect = dialectOf(client)
  const key = columnOf(model.table, columnFor(model, model.primaryKey), dialect)
  const wanted = oneOfIds(key, [...new Set(ids)], dialect)
  const sql = `select ${key} as id, ${columnOf(model.table, columnFor(model, attribute), dialect)} as label from ${quote(model.table, dialect)} where ${wanted.sql}`
  const rows = await runPrepared(client, dialect, { sql, bindings: wanted.bindings })
  return new Map(rows.map((row) => [Number(row.id), String(row.label)]))
}

/** @throws E_LISTING where the model's rows are scoped and this attribute is not among its labels */
export function assertLabel(model: LucidModel, attribute: string): void {
  const scope = tableScopeOf(model)
  if (!scope || scope.labels.includes(columnFor(model, attribute))) return
  throw new E_LISTING(
    `"${model.name}.${attribute}" is shown as a label but not declared as one; add it to "labels" in its scopedBy().`
  )
}

/**
 * The column behind an attribute, or a column by its own name.
 *
 * @throws E_LISTING where the model has neither
 */
export function columnFor(model: LucidModel, name: string): string {
  model.boot()
  const column = model.$getColumn(name)?.columnName
  if (column) return column
  if (name in model.$keys.columnsToAttributes.all()) return name
  throw new E_LISTING(`"${model.name}" has neither an attribute nor a column "${name}"`)
}
