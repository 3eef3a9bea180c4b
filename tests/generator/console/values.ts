import type { Field, LineField } from './page.js'

const DAY = 86_400_000
const MOST_DIFFERENT = 10_000
const FIRST_DAY = Date.UTC(2020, 0, 1)

/** A valid value of a field that refers to nothing; another `number`, another value where the field allows it. */
export function plainValue(field: LineField, number: number): unknown {
  switch (field.type) {
    case 'string':
      return textValue(field, number)
    case 'text':
      return `${field.label} at length, number ${number}`.slice(0, field.maxLength!)
    case 'integer':
    case 'decimal':
      return numberValue(field, number)
    case 'boolean':
      return number % 2 === 0
    case 'date':
      return new Date(FIRST_DAY + number * DAY).toISOString().slice(0, 10)
    case 'datetime':
      return new Date(FIRST_DAY + number * DAY + number).toISOString()
    case 'enum':
      return field.options![number % field.options!.length]!.value
    case 'json':
      return { note: `number ${number}`, list: [1, 'two', { three: null }], yes: true }
    default:
      throw new TypeError(`A ${field.type} has no plain value`)
  }
}

function textValue({ name, maxLength }: LineField, number: number): string {
  const text = `${name} ${number}`
  if (text.length <= maxLength!) return text
  return number.toString(36).padStart(maxLength!, 'a').slice(-maxLength!)
}

function numberValue({ min, max, scale }: LineField, number: number): number {
  const unit = 10 ** (scale ?? 0)
  const low = Math.max(min!, Math.min(0, max!))
  const different = Math.min(Math.floor((max! - low) * unit) + 1, MOST_DIFFERENT)
  return Number((low + (number % different) / unit).toFixed(scale ?? 0))
}

/** Whether an answer holds what was sent. */
export function isSame(field: LineField | Field, sent: unknown, got: unknown): boolean {
  if (field.type === 'datetime' && sent !== null && got !== null)
    return Date.parse(String(sent)) === Date.parse(String(got))
  if ('lines' in field && field.lines) return sameLines(field.lines, sent, got)
  if (field.type === 'manyToMany') return String(sorted(sent)) === String(sorted(got))
  return canonical(sent) === canonical(got)
}

function sameLines(fields: readonly LineField[], sent: unknown, got: unknown): boolean {
  const [from, to] = [sent, got] as Record<string, unknown>[][]
  if (!Array.isArray(to) || from!.length !== to.length) return false
  return from!.every((line, index) =>
    fields.every((field) =>
      isSame(field, line[field.name] ?? emptyValue(field), to[index]![field.name])
    )
  )
}

/** What a row holds where nothing was given. */
export function emptyValue(field: LineField | Field): unknown {
  if (field.type === 'hasMany' || field.type === 'manyToMany') return []
  return field.default ?? (field.type === 'boolean' ? false : null)
}

function sorted(ids: unknown): number[] {
  return [...(ids as number[])].sort((a, b) => a - b)
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    inner && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner
  )
}
