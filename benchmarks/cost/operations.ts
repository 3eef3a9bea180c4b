import type { Schema } from '#tests/conformance/openapi/fuzz/values'

/** An operation of the service's own description, with a path that leads to no row. */
export interface HostileTarget {
  name: string
  method: string
  path: string
  isPublic: boolean
  queryNames: readonly string[]
  json: Schema | null
  takesParts: boolean
}

interface Described {
  parameters?: { name: string; in: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema?: Schema }> }
  security?: unknown[]
}

const NO_ROW = '2000000000'
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

export async function describedTargets(root: string): Promise<HostileTarget[]> {
  const response = await fetch(`${root}/v3/api-docs`)
  const description = (await response.json()) as Description
  const resolved = (schema: Schema | undefined) => whole(schema, description, 0)
  return Object.entries(description.paths).flatMap(([pattern, operations]) =>
    METHODS.flatMap((method) => {
      const described = operations[method]
      return described ? [target(pattern, method, described, resolved)] : []
    })
  )
}

interface Description {
  paths: Record<string, Partial<Record<(typeof METHODS)[number], Described>>>
  components?: { schemas?: Record<string, Schema> }
}

function target(
  pattern: string,
  method: string,
  { parameters = [], requestBody, security }: Described,
  resolved: (schema: Schema | undefined) => Schema
): HostileTarget {
  const path = parameters
    .filter((one) => one.in === 'path')
    .reduce((text, one) => text.replace(`{${one.name}}`, pathValue(one.schema)), pattern)
  const json = requestBody?.content['application/json']
  return {
    name: `${method.toUpperCase()} ${pattern}`,
    method: method.toUpperCase(),
    path,
    isPublic: !security || security.length === 0 || security.some((one) => isEmpty(one)),
    queryNames: parameters.filter((one) => one.in === 'query').map(({ name }) => name),
    json: json ? resolved(json.schema) : null,
    takesParts: requestBody?.content['multipart/form-data'] !== undefined,
  }
}

function pathValue(schema: Schema): string {
  return schema.type === 'integer' ? NO_ROW : 'nothing'
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

/** With what it refers to in its place. */
function whole(schema: Schema | undefined, description: Description, depth: number): Schema {
  if (!schema || depth > 8) return {}
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.split('/').at(-1)!
    return whole(description.components?.schemas?.[name], description, depth + 1)
  }
  const inner = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inner)
    return typeof value === 'object' && value !== null
      ? whole(value as Schema, description, depth + 1)
      : value
  }
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, inner(value)]))
}
