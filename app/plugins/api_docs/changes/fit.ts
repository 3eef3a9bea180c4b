import { isSchema, type JsonSchema } from '../description/json_schema.js'

export type Resolve = (schema: JsonSchema) => JsonSchema

/** References of each side are looked up in the document that the side is from. */
export interface Resolvers {
  given: Resolve
  taken: Resolve
}

interface Pair {
  /** Whose values are given. */
  given: JsonSchema
  /** What must take them. */
  taken: JsonSchema
}

const DEEPEST = 24

/** Why some value that `given` allows may not be allowed by `taken`; empty when every one is, as far as is seen. */
export function misfits(pair: Pair, resolve: Resolvers, at = '', depth = 0): string[] {
  const given = resolve.given(pair.given)
  const taken = resolve.taken(pair.taken)
  if (depth > DEEPEST || areAlike(given, taken)) return []

  const choices = alternatives(taken)
  if (choices) return intoChoices(given, choices, resolve, at, depth)
  const givenChoices = alternatives(given)
  if (givenChoices) {
    return givenChoices.flatMap((one) => misfits({ given: one, taken }, resolve, at, depth + 1))
  }
  return [
    ...typeMisfits(given, taken, at),
    ...valueMisfits(given, taken, at),
    ...memberMisfits({ given, taken }, resolve, at, depth),
  ]
}

/** Alike to the letter, and with nothing in them that lies elsewhere. */
function areAlike(given: JsonSchema, taken: JsonSchema): boolean {
  const text = JSON.stringify(given)
  return !text.includes('"$ref"') && text === JSON.stringify(taken)
}

function alternatives({ anyOf, oneOf, type }: JsonSchema): JsonSchema[] | undefined {
  return type === undefined ? ((anyOf ?? oneOf) as JsonSchema[] | undefined) : undefined
}

function intoChoices(
  given: JsonSchema,
  choices: readonly JsonSchema[],
  resolve: Resolvers,
  at: string,
  depth: number
): string[] {
  return (alternatives(given) ?? [given]).flatMap((one) => {
    const each = choices.map((taken) => misfits({ given: one, taken }, resolve, at, depth + 1))
    return each.sort((a, b) => a.length - b.length)[0] ?? []
  })
}

function typeMisfits(given: JsonSchema, taken: JsonSchema, at: string): string[] {
  const allowed = typesOf(taken)
  if (allowed.length === 0) return []
  const offered = typesOf(given)
  if (offered.length === 0)
    return [`${where(at)} may be anything, not only ${allowed.join(' or ')}`]
  const others = offered.filter(
    (type) => !allowed.includes(type) && !(type === 'integer' && allowed.includes('number'))
  )
  return others.length > 0
    ? [`${where(at)} may be ${others.join(' or ')}, not only ${allowed.join(' or ')}`]
    : []
}

function typesOf({ type, const: constant, enum: values }: JsonSchema): string[] {
  if (type !== undefined) return [type].flat() as string[]
  const constants = constant === undefined ? ((values as unknown[]) ?? []) : [constant]
  return [...new Set(constants.map((value) => (value === null ? 'null' : typeof value)))]
}

function valueMisfits(given: JsonSchema, taken: JsonSchema, at: string): string[] {
  const faults: string[] = []
  const allowed = listed(taken)
  const offered = listed(given)
  if (allowed && !offered) faults.push(`${where(at)} is not limited to ${allowed.join(', ')}`)
  const others = (allowed && offered?.filter((value) => !allowed.includes(value))) ?? []
  if (others.length > 0) faults.push(`${where(at)} may be ${others.join(', ')}`)

  for (const [keyword, isTighter] of BOUNDS) {
    const bound = taken[keyword] as number | undefined
    if (bound === undefined || !isTighter(bound, given[keyword] as number | undefined)) continue
    faults.push(
      `${where(at)} is bound by ${keyword} ${bound}, formerly ${given[keyword] ?? 'free'}`
    )
  }
  for (const keyword of ['pattern', 'format'] as const) {
    if (taken[keyword] === undefined || taken[keyword] === given[keyword] || offered) continue
    faults.push(`${where(at)} is bound by ${keyword} ${taken[keyword]}`)
  }
  return faults
}

const above = (bound: number, other?: number) => other === undefined || bound > other
const below = (bound: number, other?: number) => other === undefined || bound < other
const BOUNDS = [
  ['minimum', above],
  ['minLength', above],
  ['minItems', above],
  ['maximum', below],
  ['maxLength', below],
  ['maxItems', below],
] as const

function listed({ const: constant, enum: values }: JsonSchema): string[] | undefined {
  if (constant !== undefined) return [JSON.stringify(constant)]
  return (values as unknown[] | undefined)?.map((value) => JSON.stringify(value))
}

function memberMisfits({ given, taken }: Pair, resolve: Resolvers, at: string, depth: number) {
  const faults: string[] = []
  const offered = (given.properties ?? {}) as Record<string, JsonSchema>
  const sure = new Set((given.required as string[] | undefined) ?? [])
  for (const name of (taken.required as string[] | undefined) ?? []) {
    if (!sure.has(name)) faults.push(`${where(join(at, name))} is required, and may be missing`)
  }
  for (const [name, member] of Object.entries((taken.properties ?? {}) as typeof offered)) {
    const other = offered[name]
    if (!other) continue
    faults.push(...misfits({ given: other, taken: member }, resolve, join(at, name), depth + 1))
  }
  if (isSchema(given.items) && isSchema(taken.items)) {
    const pair = { given: given.items, taken: taken.items }
    faults.push(...misfits(pair, resolve, `${at}[]`, depth + 1))
  }
  return faults
}

function join(at: string, name: string): string {
  return at ? `${at}.${name}` : name
}

function where(at: string): string {
  return at || 'the whole'
}
