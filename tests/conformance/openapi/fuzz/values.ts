import type { Random } from './random.js'
import { HOSTILE_TEXTS, HUGE_TEXT, WRONG_TYPES } from './hostile_values.js'

export type Schema = Record<string, any>

const WORDS = ['alpha', 'beta', 'Gamma', 'delta-1', 'épsilon', '零', 'zeta zeta']
const BY_FORMAT: Record<string, string> = {
  'uuid': '0f8fad5b-d9cb-469f-a165-70867728950e',
  'uri': 'https://example.com/a?b=c',
  'date': '2026-01-31',
  'date-time': '2026-01-31T08:15:00.000Z',
}
const GUESSES = ['name', '1', '1,2', 'a1', 'name-1', '-createdAt', 'a:b:list', '2026-01-31', 'a.b']

/** A value that the schema most probably allows. */
export function likely(schema: Schema, random: Random, depth = 0): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return random.pick(schema.enum as unknown[])
  const either = schema.anyOf ?? schema.oneOf
  if (either && schema.type === undefined) return likely(random.pick(either), random, depth + 1)

  const type = Array.isArray(schema.type) ? random.pick(schema.type as string[]) : schema.type
  switch (type) {
    case 'null':
      return null
    case 'boolean':
      return random.chance(0.5)
    case 'integer':
    case 'number':
      return random.integer(schema.minimum ?? 0, Math.min(schema.maximum ?? 20, 1_000_000))
    case 'string':
      return text(schema, random)
    case 'array':
      return list(schema, random, depth)
    case 'object':
      return members(schema, random, depth)
    default:
      return random.pick(WRONG_TYPES)
  }
}

/** A value at or beyond a limit of the schema, of another type, or one that software has stumbled over. */
export function unlikely(schema: Schema, random: Random): unknown {
  const limits = limitValues(schema)
  const way = random.integer(0, 3)
  if (way === 0 && limits.length > 0) return random.pick(limits)
  if (way === 1) return random.pick(WRONG_TYPES)
  if (way === 2 && random.chance(0.2)) return HUGE_TEXT
  return random.pick(HOSTILE_TEXTS)
}

function limitValues(schema: Schema): unknown[] {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems } = schema
  const around = (limit: unknown) =>
    typeof limit === 'number' ? [limit - 1, limit, limit + 1].filter((one) => one >= 0) : []
  const lengths = [...around(minLength), ...around(maxLength)].filter((one) => one <= 200_000)
  const counts = [...around(minItems), ...around(maxItems)].filter((one) => one <= 5_000)
  const numbers = [minimum, maximum].filter((limit) => typeof limit === 'number')
  return [
    ...lengths.map((length) => 'l'.repeat(length)),
    ...counts.map((count) => Array.from({ length: count }, (_, index) => index + 1)),
    ...numbers.flatMap((limit) => [limit - 1, limit, limit + 1, limit + 0.5]),
  ]
}

function text(schema: Schema, random: Random): string {
  if (schema.format === 'email') return `fuzz${random.integer(1, 9_999)}@example.com`
  if (schema.format && BY_FORMAT[schema.format]) return BY_FORMAT[schema.format]!
  if (schema.pattern) {
    const pattern = new RegExp(schema.pattern)
    const fitting = GUESSES.filter((guess) => pattern.test(guess))
    if (fitting.length > 0) return random.pick(fitting)
  }
  const word = `${random.pick(WORDS)} ${random.integer(1, 9_999)}`
  return word.padEnd(schema.minLength ?? 0, 'x').slice(0, schema.maxLength ?? 200)
}

function list(schema: Schema, random: Random, depth: number): unknown[] {
  const least = schema.minItems ?? 0
  const count = depth > 4 ? least : random.integer(least, Math.min(schema.maxItems ?? 3, least + 3))
  return Array.from({ length: count }, () => likely(schema.items ?? {}, random, depth + 1))
}

function members(schema: Schema, random: Random, depth: number): Record<string, unknown> {
  const required = new Set<string>(schema.required ?? [])
  const chosen = Object.entries((schema.properties ?? {}) as Record<string, Schema>).filter(
    ([name]) => required.has(name) || (depth < 5 && random.chance(0.5))
  )
  return Object.fromEntries(
    chosen.map(([name, member]) => [name, likely(member, random, depth + 1)])
  )
}
