import { Adapter, BaseModel } from '@adonisjs/lucid/orm'
import type { LucidModel, LucidRow } from '@adonisjs/lucid/types/model'
import { Exception } from '@adonisjs/core/exceptions'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { currentActing } from '#kernel/acting/main'
import { isAssigned, stampsFor, withOwnership } from './ownership.js'
import { tableScopeOf, type TableScope } from './scope_registry.js'

type Values = Record<string, unknown>

/** What is used of Lucid's adapter from within: pinned by tests/unit/data_scope/seams.spec.ts. */
interface AdapterInternals {
  insert(row: LucidRow, values: Values): Promise<void>
  update(row: LucidRow, values: Values): Promise<void>
  delete(row: LucidRow): Promise<void>
  refresh(row: LucidRow): Promise<void>
  modelClient(row: LucidRow): Parameters<LucidRow['$getQueryFor']>[1]
}

/** Makes writes of single instances stamp, guard and notice when a row is out of reach. */
export function scopeEveryInstance(): void {
  const adapter = Adapter.prototype as unknown as AdapterInternals
  const { insert, update, delete: destroy, refresh } = adapter

  adapter.insert = async function (row, values) {
    const scope = scopeOf(row)
    if (scope) stampRow(row, scope, values)
    await insert.call(this, row, values)
  }
  adapter.update = async function (row, values) {
    const scope = scopeOf(row)
    if (!scope) return update.call(this, row, values)
    await updateWithin(this, row, scope, values)
  }
  adapter.delete = async function (row) {
    if (!scopeOf(row)) return destroy.call(this, row)
    const query = row.$getQueryFor('delete', this.modelClient(row))
    assertReached(await query.del())
  }
  adapter.refresh = async function (row) {
    if (!scopeOf(row)) return refresh.call(this, row)
    const fresh = await row.$getQueryFor('refresh', this.modelClient(row)).first()
    if (!fresh) throw new E_NOT_FOUND()
    row.fill(fresh.$attributes)
    row.$hydrateOriginals()
  }
  refuseTruncation()
}

function scopeOf(row: LucidRow): TableScope | null {
  return tableScopeOf(row.constructor as LucidModel)
}

function stampRow(row: LucidRow, scope: TableScope, values: Values): void {
  if (!scope.stamps) return void currentActing()
  const { columnsToAttributes } = (row.constructor as LucidModel).$keys
  for (const [column, value] of Object.entries(stampsFor(row, scope, values))) {
    values[column] = value
    row.$setAttribute(columnsToAttributes.get(column, column), value)
  }
}

async function updateWithin(
  adapter: AdapterInternals,
  row: LucidRow,
  scope: TableScope,
  values: Values
) {
  const query = row.$getQueryFor('update', adapter.modelClient(row))
  if (isAssigned(row, scope, values)) withOwnership(query)
  assertReached(await query.update(values))
}

/** A row out of reach and a missing row give the same error. For the system a missing row is no error. */
function assertReached(result: unknown): void {
  const [affected] = result as [unknown]
  if (Number(affected) === 0 && currentActing().kind === 'operator') throw new E_NOT_FOUND()
}

function refuseTruncation(): void {
  const model = BaseModel as LucidModel
  const { truncate } = model
  model.truncate = async function (this: LucidModel, cascade) {
    if (tableScopeOf(this) && currentActing().kind !== 'system') {
      throw new Exception(
        'Truncating a scoped table reaches every row; wrap it in actAsSystem("reason", …)'
      )
    }
    return truncate.call(this, cascade)
  }
}
