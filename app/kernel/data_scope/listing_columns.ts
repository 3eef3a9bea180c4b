import type { LucidModel } from '@adonisjs/lucid/types/model'
import { storedToIso } from '../database/instant.js'

/** A name read from another table, by the key that a row holds of it. */
export interface LabelSource {
  readonly model: () => LucidModel
  /** Attribute of the row that holds the other's id. */
  readonly via: string
}

/** One member of a listed row: where it is read from, and what becomes of what the driver gave. */
export interface ListColumn {
  /** Attribute of the model, or of the label's model. */
  readonly attribute: string
  readonly label?: LabelSource
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

const STORED_LENGTH = 23

/** `2026-11-21 10:00:00.123` and its kin by cutting; anything else by parsing. */
function toIso(raw: unknown): string | null {
  if (raw === null || raw === undefined) return null
  if (raw instanceof Date) return raw.toISOString()
  if (typeof raw !== 'string') return storedToIso(raw)

  const text = raw.endsWith('+00') ? raw.slice(0, -3) : raw
  if (text.length === STORED_LENGTH && text[10] === ' ')
    return `${text.slice(0, 10)}T${text.slice(11)}Z`
  return fromLooseText(text)
}

function fromLooseText(text: string): string {
  const zoned = /(?:Z|[+-]\d{2}(?::?\d{2})?)$/.test(text.slice(10))
  const hours = text.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00')
  return new Date(zoned ? hours : `${hours}Z`).toISOString()
}
