import { column } from '@adonisjs/lucid/orm'
import { DateTime } from 'luxon'
import { E_VALIDATION } from '../http/errors.js'
import type { ColumnName } from './columns.js'

const STORED = 'yyyy-MM-dd HH:mm:ss.SSS'

/** A moment as every database here keeps it: UTC, to the millisecond, comparable as text. */
export function toStored(moment: DateTime | Date | number): string {
  const iso = new Date(moment instanceof DateTime ? moment.toMillis() : moment).toISOString()
  return `${iso.slice(0, 10)} ${iso.slice(11, 23)}`
}

/** Milliseconds since the epoch, from whatever a driver gives for a stored moment. */
export function storedMillis(value: unknown): number {
  if (value instanceof Date) return value.getTime()
  if (typeof value === 'number') return value
  return Date.parse(`${String(value).replace(' ', 'T')}Z`)
}

/** ISO 8601 in UTC, as answers carry it. */
export function storedToIso(value: unknown): string {
  return new Date(storedMillis(value)).toISOString()
}

export function storedToIsoOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : storedToIso(value)
}

/** @throws E_VALIDATION for text that is no moment */
export function parseInstant(text: string, field: string): DateTime {
  const moment = DateTime.fromISO(text, { zone: 'utc' })
  if (moment.isValid) return moment
  throw new E_VALIDATION(undefined, {
    errors: [{ field, rule: 'date', message: `The ${field} field must be an ISO 8601 time` }],
  })
}

/**
 * A column that holds a moment; the attribute is a luxon `DateTime` in UTC.
 *
 * @param when `autoCreate` stamps inserts, `autoUpdate` every write
 */
export function instant(
  when: { autoCreate?: boolean; autoUpdate?: boolean } & ColumnName = {}
): PropertyDecorator {
  const options = {
    prepare: (value: DateTime | null | undefined) =>
      value ? value.toUTC().toFormat(STORED) : (value ?? null),
    consume: (value: unknown) =>
      value === null || value === undefined
        ? null
        : DateTime.fromMillis(storedMillis(value), { zone: 'utc' }),
    serialize: (value: DateTime | null) => value?.toISO() ?? null,
    ...when,
  }
  return column.dateTime(options) as PropertyDecorator
}
