import vine from '@vinejs/vine'
import { DateTime } from 'luxon'
import { LARGEST_ID } from './query_parameters.js'

/** Characters that a JSON document of a body has at most, unless said otherwise. */
export const LONGEST_JSON = 20_000

/** An identifier in a body. */
export function idField() {
  return vine.number({ strict: true }).withoutDecimals().min(1).max(LARGEST_ID)
}

/** A day without a time, `2026-11-21`, kept as that text. */
export function dayField() {
  return vine.string().trim().maxLength(10).use(calendarDay())
}

/** A moment as ISO 8601; without an offset it is UTC. */
export function momentField() {
  return vine
    .string()
    .trim()
    .maxLength(40)
    .use(moment())
    .transform((text) => momentOf(text))
}

/** As `momentField`, which may be left out. */
export function omissibleMomentField() {
  return vine
    .string()
    .trim()
    .maxLength(40)
    .use(moment())
    .optional()
    .transform((text) => momentOf(text))
}

/** As `momentField`, which may be left out or be `null`. */
export function nullableMomentField() {
  return vine
    .string()
    .trim()
    .maxLength(40)
    .use(moment())
    .nullable()
    .optional()
    .transform((text) => (text === null ? null : momentOf(text)))
}

/** Identifiers in a body; none twice. */
export function idsField(most: number) {
  return vine.array(idField()).maxLength(most).distinct()
}

/** The `keyword` of a list. */
export function keywordParameter() {
  return vine.string().trim().minLength(1).maxLength(100).optional()
}

/** `updatedAt` of the row as the client saw it; given, a change in between answers 409. */
export function seenField() {
  return omissibleMomentField()
}

/**
 * What browsers follow: into the application, or to an address that no script hides in.
 *
 * @param longest in characters
 */
export function linkField(longest: number) {
  return vine
    .string()
    .maxLength(longest)
    .regex(/^(\/(?![\\/])|https:\/\/[^\s\\/])[^\s\\]*$/)
}

/** Any JSON, up to a size in characters. */
export function jsonField(most = LONGEST_JSON) {
  return vine.any().use(sized({ most }))
}

/** A number in a query string, which may be left out. */
export function decimalParameter() {
  return vine.string().maxLength(32).use(numeric()).optional().transform(Number)
}

const calendarDay = vine.createRule(
  (value, _options, field) => {
    if (!field.isValid) return
    const text = String(value)
    if (/^\d{4}-\d{2}-\d{2}$/.test(text) && DateTime.fromISO(text).isValid) return
    field.report('The {{ field }} field must be a day such as 2026-11-21', 'day', field)
  },
  { name: 'day', toJSONSchema: (schema) => void (schema.format = 'date') }
)

const moment = vine.createRule(
  (value, _options, field) => {
    if (!field.isValid) return
    const { isValid, year } = momentOf(String(value))
    if (isValid && year >= 1970 && year <= 9999) return
    field.report('The {{ field }} field must be an ISO 8601 time', 'instant', field)
  },
  { name: 'instant', toJSONSchema: (schema) => void (schema.format = 'date-time') }
)

const sized = vine.createRule<{ most: number }>((value, { most }, field) => {
  if (JSON.stringify(value).length <= most) return
  const message = 'The {{ field }} field must not exceed {{ most }} characters as JSON'
  field.report(message, 'size', field, { most })
})

const numeric = vine.createRule(
  (value, _options, field) => {
    if (!field.isValid || /^-?\d{1,15}(\.\d{1,15})?$/.test(String(value))) return
    field.report('The {{ field }} field must be a number', 'number', field)
  },
  {
    name: 'number',
    toJSONSchema: (schema) => void (schema.pattern = '^-?\\d{1,15}(\\.\\d{1,15})?$'),
  }
)

function momentOf(text: string): DateTime {
  return DateTime.fromISO(text, { zone: 'utc' })
}
