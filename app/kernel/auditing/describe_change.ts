import string from '@adonisjs/core/helpers/string'
import type { LucidRow } from '@adonisjs/lucid/types/model'
import type { Change } from './change.js'
import type { AuditOptions } from './declaration.js'
import { changedValuesOf, valuesOf } from './row_values.js'

type Declared = AuditOptions<LucidRow>

/** What a write of a row is in the trail; `null` for one that is not recorded. */
export type Describe = (row: LucidRow, declared: Declared) => Change | null

export function created(row: LucidRow, declared: Declared): Change | null {
  if (declared.as) return declared.as(row)
  return { ...subject(row, declared), action: 'created', after: valuesOf(row, declared.masked) }
}

export function updated(row: LucidRow, declared: Declared): Change | null {
  const values = declared.as ? null : changedValuesOf(row, declared.masked)
  return values && { ...subject(row, declared), action: 'updated', ...values }
}

export function deleted(row: LucidRow, declared: Declared): Change | null {
  if (declared.as) return null
  return { ...subject(row, declared), action: 'deleted', before: valuesOf(row, declared.masked) }
}

function subject(row: LucidRow, { type, name }: Declared) {
  const called = name === undefined ? null : row.$getAttribute(name)
  return {
    type: type ?? string.dashCase(row.constructor.name),
    id: row.$primaryKeyValue ?? null,
    name: typeof called === 'string' ? called : null,
  }
}
