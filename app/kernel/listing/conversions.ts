import type { Shape } from '#kernel/contracts/main'
import { storedToIso } from '#kernel/database/main'

/** What a stored value needs to become what a shape promises. */
export interface Conversion {
  /** Ask PostgreSQL for text: its driver's own conversion costs more than the query. */
  readonly asText?: boolean
  readonly consume?: (raw: unknown) => unknown
}

/** What is read of a shape, by JSON Schema's names. */
interface Schema {
  readonly type?: string
  readonly format?: string
  readonly anyOf?: readonly Schema[]
}

const TEXT: Conversion = {}
const INSTANT: Conversion = { asText: true, consume: toIso }
/** Two of the databases store a boolean as a number. */
const BOOLEAN: Conversion = { consume: (raw) => (raw === null ? null : Boolean(raw)) }
/** A driver gives some numbers as text, such as a bigint or a decimal. */
const NUMBER: Conversion = { consume: (raw) => (raw === null ? null : Number(raw)) }
const JSON_TEXT: Conversion = {
  consume: (raw) => (typeof raw === 'string' ? JSON.parse(raw) : raw),
}

/** By the type of a shape, nullable or not: arrays, objects and what has no type are stored as JSON. */
export function conversionOf(shape: Shape): Conversion {
  const { type, format } = withoutNull(shape)
  switch (type) {
    case 'string':
      return format === 'date-time' ? INSTANT : TEXT
    case 'boolean':
      return BOOLEAN
    case 'integer':
    case 'number':
      return NUMBER
    default:
      return JSON_TEXT
  }
}

function withoutNull(schema: Schema): Schema {
  const [only, ...others] = schema.anyOf?.filter(({ type }) => type !== 'null') ?? [schema]
  return others.length === 0 ? only! : {}
}

const STORED = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?(?:\+00)?$/
const TO_SECONDS = 19
const TO_MILLIS = 23

/** `2026-11-21 10:00:00.123` and its kin by cutting; anything else by parsing. */
function toIso(raw: unknown): string | null {
  if (raw === null || raw === undefined) return null
  if (raw instanceof Date) return raw.toISOString()
  if (typeof raw !== 'string') return storedToIso(raw)
  if (!STORED.test(raw)) return fromLooseText(raw)

  const end = raw.endsWith('+00') ? raw.length - '+00'.length : raw.length
  const millis = raw.slice(TO_SECONDS + 1, Math.min(end, TO_MILLIS)).padEnd(3, '0')
  return `${raw.slice(0, 10)}T${raw.slice(11, TO_SECONDS)}.${millis}Z`
}

function fromLooseText(text: string): string {
  const zoned = /(?:Z|[+-]\d{2}(?::?\d{2})?)$/.test(text.slice(10))
  const hours = text.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00')
  return new Date(zoned ? hours : `${hours}Z`).toISOString()
}
