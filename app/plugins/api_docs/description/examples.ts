import { examplesByName } from './example_names.js'
import { isSchema, mapSchema, type Json, type JsonSchema } from './json_schema.js'

const BY_FORMAT: Record<string, string> = {
  'date-time': '2026-01-31T08:15:00.000Z',
  'date': '2026-01-31',
  'email': 'ada@example.com',
  'uuid': '0f8fad5b-d9cb-469f-a165-70867728950e',
  'uri': 'https://example.com/',
  'ipv4': '192.0.2.1',
  'ipv6': '2001:db8::1',
}
/** Tried in turn against a pattern. */
const GUESSES = ['name', '1', 'name-1', '-name', 'a1', 'A1', '1,2', 'a:b:list', '2026-01-31']
const DEEPEST = 12

/** Keywords that show a value already. */
const EXPLAINED = ['const', 'enum', 'default', 'examples', 'format']

/**
 * A value that the schema allows; `undefined` when none was found.
 *
 * @param name of the member, which tells what people write there
 */
export function exampleOf(schema: JsonSchema, depth = 0, name = ''): Json | undefined {
  if (depth > DEEPEST) return undefined
  if ('const' in schema) return schema.const as Json
  if ('default' in schema) return schema.default as Json
  const listed = [schema.examples, schema.enum].find((values) => Array.isArray(values)) as Json[]
  if (listed) return listed[0]

  const either = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  if (either && schema.type === undefined) return firstOf(either, depth, name)
  return byType(schema, depth, name)
}

function firstOf(schemas: readonly JsonSchema[], depth: number, name: string): Json | undefined {
  for (const schema of schemas) {
    const example = exampleOf(schema, depth + 1, name)
    if (example !== undefined) return example
  }
  return undefined
}

function byType(schema: JsonSchema, depth: number, name: string): Json | undefined {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'null':
      return null
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return Math.max(
        (schema.minimum as number | undefined) ?? 1,
        Math.min(1, (schema.maximum as number | undefined) ?? 1)
      )
    case 'string':
      return text(schema, name)
    case 'array':
      return list(schema, depth, name)
    case 'object':
      return object(schema, depth)
    default:
      return Object.keys(schema).length === 0 ? {} : undefined
  }
}

function text(schema: JsonSchema, name: string): string | undefined {
  const { format, pattern, minLength = 0, maxLength = Infinity } = schema
  if (typeof format === 'string' && BY_FORMAT[format]) return BY_FORMAT[format]

  const either = schema.anyOf as { format?: string }[] | undefined
  const formats = either?.map((one) => BY_FORMAT[one.format ?? '']) ?? []
  const least = 'text'.padEnd(minLength as number, ' text').slice(0, maxLength as number)
  const guesses = [...formats, ...examplesByName(name), ...(pattern ? GUESSES : [least])]
  return guesses.find(
    (guess): guess is string =>
      typeof guess === 'string' &&
      guess.length >= (minLength as number) &&
      guess.length <= (maxLength as number) &&
      (!pattern || new RegExp(pattern as string, 'u').test(guess))
  )
}

function list(schema: JsonSchema, depth: number, name: string): Json[] | undefined {
  const item = isSchema(schema.items) ? exampleOf(schema.items, depth + 1, name) : undefined
  const least = (schema.minItems as number | undefined) ?? 0
  if (item === undefined) return least === 0 ? [] : undefined
  return Array.from({ length: Math.max(1, least) }, () => item)
}

function object(schema: JsonSchema, depth: number): Json | undefined {
  const required = new Set((schema.required as string[] | undefined) ?? [])
  const example: Record<string, Json> = {}
  for (const [name, member] of Object.entries((schema.properties ?? {}) as object)) {
    const value = exampleOf(member as JsonSchema, depth + 1, name)
    if (value !== undefined) example[name] = value
    else if (required.has(name)) return undefined
  }
  return example
}

/** The schema with an example at every member whose text a reader could not guess. */
export function withExamples(schema: JsonSchema): JsonSchema {
  return mapSchema(schema, (one) => {
    if (!isSchema(one.properties)) return one
    const members = Object.entries(one.properties as Record<string, JsonSchema>)
    return {
      ...one,
      properties: Object.fromEntries(members.map(([name, member]) => [name, shown(member, name)])),
    }
  })
}

function shown(schema: JsonSchema, name: string): JsonSchema {
  const isText = schema.type === 'string' && !EXPLAINED.some((keyword) => keyword in schema)
  const example = isText ? exampleOf(schema, 0, name) : undefined
  return example === undefined ? schema : { ...schema, examples: [example] }
}
