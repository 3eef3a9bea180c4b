import { column } from '@adonisjs/lucid/orm'
import { DateTime } from 'luxon'
import { E_VALIDATION } from '#kernel/errors/main'
import { say } from '#kernel/languages/main'
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

/** What every database here keeps. */
const [FIRST, LAST] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')]
const ISO = /^(\d{4})-(\d\d)-(\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/

/**
 * Milliseconds since the epoch; a time without a zone is in UTC. For lists of hundreds: nothing is built.
 *
 * @throws E_VALIDATION for text that is no moment, or none that is kept
 */
export function parseMillis(text: string, field: string): number {
  const [, year, month, day, time, , , zone] = ISO.exec(text) ?? []
  const millis = time === undefined || zone ? Date.parse(text) : Date.parse(`${text}Z`)
  const days = new Date(Date.UTC(2000 + (Number(year) % 400), Number(month), 0)).getUTCDate()
  if (Number(day) <= days && millis >= FIRST && millis <= LAST) return millis
  throw new E_VALIDATION(undefined, {
    errors: [{ field, rule: 'date', message: say`The ${field} field must be an ISO 8601 time` }],
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
