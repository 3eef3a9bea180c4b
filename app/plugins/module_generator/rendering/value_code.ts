import type { FieldSpec, ModuleSpec } from '../plan/module_spec.js'
import { literal, templateText } from './encoders.js'

/** A value that a body with a mistake has, and what the mistake is. */
export interface BadValue {
  title: string
  value: string
}

/** An expression for a valid value in a body; `made` counts the rows that were made. */
export function goodValue(field: FieldSpec): string {
  const { type, label, length, values, dictionary } = field
  if (dictionary) return `await dictionaryValue(${literal(dictionary)})`
  switch (type) {
    case 'string':
      return textValue(label, length)
    case 'text':
      return literal(`${sampleText(label)}, at length`.slice(0, length).trim())
    case 'integer':
      return field.unique ? uniqueNumber(field) : literal(lowest(field))
    case 'decimal':
      return literal(decimalValue(field))
    case 'boolean':
      return 'true'
    case 'date':
      return field.unique
        ? 'DateTime.utc(2020, 1, 1).plus({ days: made }).toISODate()!'
        : literal('2026-11-21')
    case 'datetime':
      return field.unique
        ? 'DateTime.utc(2020, 1, 1).plus({ minutes: made }).toISO()!'
        : literal('2026-11-21T10:00:00.000Z')
    case 'enum':
      return `${literal(values[0])} as const`
    case 'json':
      return "{ note: 'any JSON', count: 1 }"
    case 'hasMany':
      return `[{ ${field.lines.map((line) => `${line.attribute}: ${goodValue({ ...line, unique: false })}`).join(', ')} }]`
    default:
      return 'null'
  }
}

/** Values of a unique set differ from row to row, as those of a unique field do. */
export function toldApart(field: FieldSpec, { uniqueSets }: ModuleSpec): FieldSpec {
  return uniqueSets.some((set) => set.includes(field)) ? { ...field, unique: true } : field
}

/** Short fields have room for the number alone. */
function textValue(label: string, length: number): string {
  const room = length - 8
  return room >= 3
    ? `\`${templateText(sampleText(label).slice(0, room))} \${made}\``
    : `String(made % ${10 ** Math.min(length, 6)})`
}

/** Letters and digits alone, so that what was sent is what is answered. */
function sampleText(label: string): string {
  return label.replace(/[^\p{L}\p{N}]+/gu, ' ').trim() || 'Text'
}

function uniqueNumber(field: FieldSpec): string {
  const low = lowest(field)
  return field.max === null ? `${low} + made` : `${low} + (made % ${field.max - low + 1})`
}

function lowest({ min, max }: FieldSpec): number {
  return Math.ceil(min ?? Math.min(max ?? 1, 1))
}

function decimalValue({ min, max, scale, precision }: FieldSpec): number {
  if (min !== null) return min
  if (max !== null) return max
  return precision > scale ? (scale > 0 ? 1.5 : 1) : 0
}

/** A second valid value of a row that was made, as a literal; `null` where there is none to tell apart. */
export function changedValue({
  type,
  length,
  values,
  unique,
  min,
  max,
  scale,
  precision,
  dictionary,
}: FieldSpec): string | null {
  if (dictionary) return null
  switch (type) {
    case 'string':
      return length >= 7 ? literal('Changed') : literal('z')
    case 'text':
      return literal('Changed'.slice(0, length))
    case 'integer':
      return unique || min !== null || max !== null ? null : '7'
    case 'decimal':
      return min !== null || max !== null || precision <= scale ? null : '2'
    case 'boolean':
      return 'false'
    case 'enum':
      return literal(values.at(-1))
    case 'date':
      return literal('2025-02-28')
    default:
      return null
  }
}

/** Values that must be refused, each for one reason. */
export function badValues(field: FieldSpec): BadValue[] {
  const { type, length, label } = field
  const bad = (title: string, value: string) => ({ title: `${label}: ${title}`, value })
  if (field.dictionary) return [bad('a value that is none', "'none of them'"), bad('a list', '[]')]
  switch (type) {
    case 'string':
      return [
        bad('a number for text', '1'),
        bad('text that is empty', "''"),
        bad('text that is too long', `'x'.repeat(${length + 1})`),
      ]
    case 'text':
      return [
        bad('a list for text', "['x']"),
        bad('text that is too long', `'x'.repeat(${length + 1})`),
      ]
    case 'integer':
      return [
        bad('text for a number', "'1'"),
        bad('a fraction', '1.5'),
        bad('a number beyond range', '2 ** 63'),
      ]
    case 'decimal':
      return [bad('text for a number', "'1.5'"), bad('a number beyond range', '1e20')]
    case 'boolean':
      return [bad('text for yes or no', "'yes'"), bad('a number for yes or no', '1')]
    case 'enum':
      return [bad('a value that is none', "'none of them'"), bad('a list', '[]')]
    case 'date':
      return [
        bad('a day that is none', "'2026-02-30'"),
        bad('a time for a day', "'2026-11-21T10:00:00Z'"),
      ]
    case 'datetime':
      return [bad('a time that is none', "'tomorrow'")]
    case 'json':
      return [bad('a document that is too large', "{ text: 'x'.repeat(30_000) }")]
    case 'hasMany':
      return [bad('a line that is none', "['x']"), bad('no list', "'x'")]
    case 'manyToMany':
      return [bad('ids that are text', "['1']"), bad('a row that is not there', '[2_000_000_000]')]
    default:
      return [
        bad('a row that is not there', '2_000_000_000'),
        bad('an id that is text', "'1'"),
        bad('an id that is a fraction', '1.5'),
      ]
  }
}
