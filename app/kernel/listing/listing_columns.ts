import type { TObject } from 'typebox'
import type { LucidModel } from '@adonisjs/lucid/types/model'
import { type Conversion, conversionOf } from './conversions.js'

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
export interface ListColumn extends Conversion {
  /** Attribute of the model, or of the label's model. */
  readonly attribute: string
  readonly label?: LabelSource
  readonly linked?: LinkSource
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

/** A column for every property of a row's shape: the given one, or the attribute of the same name. */
export function columnsOf(
  { properties }: TObject,
  given: Readonly<Record<string, string | ListColumn | undefined>> = {}
): Record<string, ListColumn> {
  const columns = Object.entries(properties).map(([name, shape]) => {
    const column = given[name] ?? name
    const read = typeof column === 'string' ? { attribute: column } : column
    return [name, { ...conversionOf(shape), ...read }]
  })
  return Object.fromEntries(columns) as Record<string, ListColumn>
}
