import { lineOf } from './body_maker.js'
import type { Field, LineField } from './page.js'

const NOBODY = 2_000_000_000

/** Values that a field's description forbids. */
export function invalidValues(field: Field): unknown[] {
  if (field.lines) return ['x', ['x'], ...fewest(field), tooMany(field), ...badLines(field)]
  if (field.type === 'manyToMany') return ['x', ['x'], [NOBODY], ...fewest(field)]
  if (field.source) return ['x', 0, 1.5, NOBODY, [1]]
  return invalidPlain(field)
}

function invalidPlain(field: LineField): unknown[] {
  switch (field.type) {
    case 'string':
      return [1, '', ['x'], tooLong(field)]
    case 'text':
      return [1, ['x'], tooLong(field)]
    case 'integer':
      return ['1', 1.5, field.min! - 1, field.max! + 1]
    case 'decimal':
      return ['1.5', field.min! - 1, field.max! + 1, tooFine(field)]
    case 'boolean':
      return ['yes', 1]
    case 'date':
      return ['2026-02-30', '2026-11-21T10:00:00Z', 20_261_121]
    case 'datetime':
      return ['tomorrow', '2026-13-01T00:00:00Z', 5]
    case 'enum':
      return ['none of them', [], 0]
    case 'json':
      return [{ text: tooLong(field) }]
    default:
      throw new TypeError(`Nobody knows what a ${field.type} must not be`)
  }
}

function badLines({ lines }: Field): unknown[] {
  const wrong = lines!.flatMap((line) =>
    invalidPlain(line).map((value) => [{ ...lineOf(lines!, 1), [line.name]: value }])
  )
  return lines!.some(({ required }) => required) ? [[{}], ...wrong] : wrong
}

function fewest({ minItems }: Field): unknown[] {
  return minItems ? [[]] : []
}

function tooMany({ maxItems, lines }: Field): unknown[] {
  return Array.from({ length: maxItems! + 1 }, () => lineOf(lines!, 1))
}

function tooLong({ maxLength }: LineField): string {
  return 'x'.repeat(maxLength! + 1)
}

function tooFine({ min, scale }: LineField): number {
  const low = Math.max(min!, 0)
  return Number((low + 10 ** -(scale! + 1)).toFixed(scale! + 1))
}
