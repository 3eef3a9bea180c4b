import type { LucidModel } from '@adonisjs/lucid/types/model'
import { storedToIso } from '#kernel/database/main'

/** A name read from another table, by the key that a row holds of it. */
export interface LabelSource {
  readonly model: () => LucidModel
  /** Attribute of the row that holds the other's id. */
  readonly via: string
}

/** A table of pairs, and its two columns. */
export interface LinkSource {
  readonly table: string
  /** Column that holds the listed row's id. */
  readonly from: string
  /** Column that holds the other's id. */
  readonly to: string
}

/** One member of a listed row: where it is read from, and what becomes of what the driver gave. */
export interface ListColumn {
  /** Attribute of the model, or of the label's model. */
  readonly attribute: string
  readonly label?: LabelSource
  readonly linked?: LinkSource
  /** Ask PostgreSQL for text: its driver's own conversion costs more than the query. */
  readonly asText?: boolean
  readonly consume?: (raw: unknown) => unknown
}

/** A moment, answered as ISO 8601 in UTC. */
export function instant(attribute: string): ListColumn {
  return { attribute, asText: true, consume: toIso }
}

/** A yes or no, which two of the databases keep as a number. */
export function flag(attribute: string): ListColumn {
  return { attribute, consume: (raw) => (raw === null ? null : Boolean(raw)) }
}

/** A number that a driver may give as text, such as a bigint or a decimal. */
export function number(attribute: string): ListColumn {
  return { attribute, consume: (raw) => (raw === null ? null : Number(raw)) }
}

/** A JSON document that is kept as text. */
export function json(attribute: string): ListColumn {
  return { attribute, consume: (raw) => (typeof raw === 'string' ? JSON.parse(raw) : raw) }
}

/**
 * A name from another model's row, `null` where there is none.
 *
 * @param model whose rows are everybody's, or one that declares the attribute among its `labels`
 * @param via attribute of the listed model that holds the other's id
 */
export function label(model: () => LucidModel, attribute: string, via: string): ListColumn {
  return { attribute, label: { model, via } }
}

/**
 * The ids that a table of pairs holds for a row, in ascending order; no label nor scope of theirs applies.
 *
 * @param attribute of the listed model that the pairs refer to
 */
export function linkedIds(attribute: string, linked: LinkSource): ListColumn {
  return { attribute, linked, consume: toIds }
}

/** `3,1`, or `[3,1]` as text or parsed, as the databases gather them. */
function toIds(raw: unknown): number[] {
  if (raw === null || raw === undefined) return []
  const gathered = Array.isArray(raw) ? raw : (String(raw).match(/\d+/g) ?? [])
  return gathered.map(Number).sort((a, b) => a - b)
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
