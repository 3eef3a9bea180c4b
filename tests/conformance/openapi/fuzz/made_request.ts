import type { OpenApiDocument, Operation } from '#plugins/api_docs/main'
import { madeBody, type MadeBody } from './bodies.js'
import { HOSTILE_TEXTS, PATH_IDS } from './hostile_values.js'
import type { Random } from './random.js'
import { likely, unlikely, type Schema } from './values.js'

export type Actor = 'administrator' | 'operator' | 'nobody' | 'impostor'

export interface MadeRequest {
  operation: Operation
  method: string
  /** With the query string. */
  target: string
  actor: Actor
  body: MadeBody | undefined
}

interface Parameter {
  name: string
  in: string
  required?: boolean
  schema: Schema
}

/** A request to the operation, made of its description and of the random numbers alone. */
export function madeRequest(
  operation: Operation,
  document: OpenApiDocument,
  random: Random
): MadeRequest {
  const described = document.paths[operation.path]![operation.method] as Schema
  const parameters = (described.parameters ?? []) as Parameter[]
  const path = parameters
    .filter((one) => one.in === 'path')
    .reduce((text, one) => text.replace(`{${one.name}}`, pathValue(one, random)), operation.path)
  const content = described.requestBody?.content
  return {
    operation,
    method: operation.method.toUpperCase(),
    target: path + query(parameters, random),
    actor: actor(operation, random),
    body: content && madeBody(content, random),
  }
}

function pathValue({ schema }: Parameter, random: Random): string {
  if (schema.type === 'integer') {
    return random.chance(0.6) ? String(random.integer(1, 12)) : random.pick(PATH_IDS)
  }
  if (random.chance(0.7)) return encodeURIComponent(String(likely(schema, random)))
  return random.pick(PATH_IDS)
}

function query(parameters: readonly Parameter[], random: Random): string {
  const given = parameters.filter(
    (one) => one.in === 'query' && (one.required || random.chance(0.35))
  )
  const spoilt = random.chance(0.5) ? random.integer(0, given.length) : -1
  const pairs = given.map(({ name, schema }, index) =>
    index === spoilt
      ? `${name}${random.pick(FORMS)}=${asText(unlikely(schema, random))}`
      : `${name}=${asText(likely(schema, random))}`
  )
  if (random.chance(0.03)) pairs.push(`stray=${asText(random.pick(HOSTILE_TEXTS))}`)
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

/** Mostly the plain name; now and then what parsers of query strings make lists and objects of. */
const FORMS = ['', '', '', '', '', '', '', '[]', '[a]', '[a][b]', '[__proto__]']

function asText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  try {
    return encodeURIComponent(text.slice(0, 4_000))
  } catch {
    return '%ED%A0%80'
  }
}

function actor({ access }: Operation, random: Random): Actor {
  if (access.kind === 'public') return random.pick(['nobody', 'administrator', 'impostor'])
  const dice = random.next()
  if (dice < 0.75) return 'administrator'
  return dice < 0.88 ? 'operator' : random.pick(['nobody', 'impostor'])
}
