import vine from '@vinejs/vine'
import { DateTime } from 'luxon'

/** Identifiers are signed 32 bit integers on every database here. */
export const LARGEST_ID = 2_147_483_647

/** Whether it can be the id of a row. */
export function isIdentifier(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= LARGEST_ID
}

/**
 * The identifiers among values of unknown types: numbers, or decimal digits in canonical form. `1e1`, `0x3` and `03` are
 * none.
 */
export function identifiersIn(values: readonly unknown[]): number[] {
  return values
    .filter((value) => typeof value === 'number' || CANONICAL.test(String(value)))
    .map(Number)
    .filter(isIdentifier)
}

const CANONICAL = /^[1-9]\d{0,9}$/

interface IntegerBounds {
  min: number
  max: number
  /** Takes what lies above `max` as `max` instead of refusing it. */
  clamp?: boolean
  default?: number
  description?: string
}

const whole = vine.createRule<IntegerBounds>(
  (value, { min, max, clamp }, field) => {
    if (!field.isValid) return
    if (!Number.isInteger(value) || (value as number) < min) {
      return field.report(
        'The {{ field }} field must be a whole number of at least {{ min }}',
        'integer',
        field,
        { min }
      )
    }
    if ((value as number) <= max) return
    if (clamp) return field.mutate(max, field)
    field.report('The {{ field }} field must not be greater than {{ max }}', 'max', field, { max })
  },
  {
    name: 'integer',
    toJSONSchema: (schema, { min, max, clamp, default: usual, description }) => {
      Object.assign(schema, { type: 'integer', minimum: min }, clamp ? {} : { maximum: max })
      if (usual !== undefined) schema.default = usual
      if (description) schema.description = description
    },
  }
)

/** A whole number in a query string. Digits only: no lists, exponents or hexadecimals. */
export function integerParameter(bounds: IntegerBounds) {
  return vine.number().parse(digitsOnly).use(whole(bounds))
}

/** An identifier in a query string. */
export function idParameter(description?: string) {
  return integerParameter({ min: 1, max: LARGEST_ID, description })
}

/** Several identifiers in one parameter, parted by commas, as in `ids=1,2`. */
export function idsParameter(most: number) {
  return vine
    .string()
    .use(idList({ most }))
    .transform((text) => [...new Set(text.split(',').map(Number))])
}

/**
 * A moment in a query string, as ISO 8601, or with a space between date and time; without an offset it is UTC.
 *
 * @param edge `to` takes a mere date as the end of that day
 */
export function instantParameter(edge: 'from' | 'to') {
  return vine
    .string()
    .maxLength(40)
    .use(iso({ edge }))
    .optional()
    .transform((text) => momentOf(text, edge))
}

const idList = vine.createRule<{ most: number }>(
  (value, { most }, field) => {
    const ids = String(value).split(',')
    if (ids.length > most)
      return field.report(
        'The {{ field }} field must not have more than {{ most }} ids',
        'ids',
        field,
        {
          most,
        }
      )
    if (ids.every((id) => /^[1-9]\d{0,9}$/.test(id) && Number(id) <= LARGEST_ID)) return
    field.report('The {{ field }} field must be ids parted by commas', 'ids', field)
  },
  {
    name: 'ids',
    toJSONSchema: (schema, { most }) => {
      Object.assign(schema, {
        pattern: '^[1-9]\\d{0,9}(,[1-9]\\d{0,9})*$',
        description: `Up to ${most} ids, parted by commas`,
      })
    },
  }
)

const iso = vine.createRule<{ edge: 'from' | 'to' }>(
  (value, { edge }, field) => {
    if (!field.isValid || momentOf(String(value), edge).isValid) return
    field.report('The {{ field }} field must be an ISO 8601 time', 'instant', field)
  },
  {
    name: 'instant',
    toJSONSchema: (schema, { edge }) => {
      schema.anyOf = ['date-time', 'date'].map((format) => ({ type: 'string', format }))
      schema.description =
        edge === 'from'
          ? 'Inclusive; UTC unless it says otherwise. `2026-11-28 00:00:00` is taken as well'
          : 'Inclusive; a date means the end of its day, in UTC. `2026-11-28 00:00:00` is taken as well'
    },
  }
)

function momentOf(text: string, edge: 'from' | 'to'): DateTime {
  const moment = DateTime.fromISO(isoOf(text), { zone: 'utc' })
  const dateOnly = /^\d{4}-\d{2}-\d{2}$/.test(text)
  return moment.isValid && inFourDigits(moment)
    ? dateOnly && edge === 'to'
      ? moment.endOf('day')
      : moment
    : NO_MOMENT
}

/** Of databases and people, who write a space for the `T`, and of clients whose `+` became one. */
function isoOf(text: string): string {
  const withT = text.replace(/^(\d{4}-\d{2}-\d{2}) (?=\d{2}:)/, '$1T')
  return withT.replace(/ (\d{2}:?\d{2})$/, '+$1')
}

const NO_MOMENT = DateTime.invalid('not an ISO 8601 time')

/** Years that every database can hold. */
function inFourDigits({ year }: DateTime): boolean {
  return year >= 1970 && year <= 9999
}

function digitsOnly(value: unknown): unknown {
  if (typeof value === 'number' || value === undefined || value === null) return value
  return typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? value : 'not a number'
}
