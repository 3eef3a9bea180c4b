import type { LucidModel, LucidRow } from '@adonisjs/lucid/types/model'
import { DateTime } from 'luxon'

type Values = Record<string, unknown>

const MASKED = '***'
const LONGEST_TEXT = 500

/** What changes with every write, or is made of other columns. */
const OMITTED = new Set(['createdAt', 'updatedAt', 'searchText'])

/** All that a row holds, by attribute, for the trail: without secrets, long texts cut. */
export function valuesOf(row: LucidRow, masked: readonly string[] = []): Values {
  return recordedOf(row, row.$attributes, Object.keys(row.$attributes), masked)
}

/** The attributes that are about to change, as they were and as they are; `null` where there is none to record. */
export function changedValuesOf(
  row: LucidRow,
  masked: readonly string[] = []
): { before: Values; after: Values } | null {
  const names = Object.keys(row.$dirty)
  const after = recordedOf(row, row.$attributes, names, masked)
  if (Object.keys(after).length === 0) return null
  return { before: recordedOf(row, row.$original, names, masked), after }
}

function recordedOf(
  row: LucidRow,
  values: Values,
  names: readonly string[],
  masked: readonly string[]
): Values {
  const model = row.constructor as LucidModel
  const shown: Values = {}
  for (const name of names) {
    const column = model.$getColumn(name)
    if (!column || column.isPrimary || OMITTED.has(name)) continue
    const hidden = column.serializeAs === null || masked.includes(name)
    shown[name] = hidden && values[name] !== null ? MASKED : plain(values[name])
  }
  return shown
}

function plain(value: unknown): unknown {
  if (value instanceof DateTime) return value.toUTC().toISO()
  if (typeof value === 'string' && value.length > LONGEST_TEXT)
    return `${value.slice(0, LONGEST_TEXT)}…`
  return value ?? null
}
