import type { OpenApiDocument } from '#plugins/api_docs/main'
import type { Schema } from '../../../conformance/openapi/fuzz/values.js'
import { rowsNamedBy } from './named_rows.js'

export interface Parameter {
  name: string
  in: string
  required?: boolean
  schema: Schema
}

/** One operation as the API description tells of it: nothing here is known from elsewhere. */
export interface Operation {
  id: string
  method: string
  path: string
  /** `open` to anybody, to whoever is `signed-in`, or to who holds the permission. */
  access: 'open' | 'signed-in' | 'permission'
  permission: string | null
  parameters: readonly Parameter[]
  /** Names of numbers in the path. */
  ids: readonly string[]
  /** JSON where it takes that. */
  body: { type: string; schema: Schema } | null
  /** It comes with a token in its address, which nobody here has. */
  takesToken: boolean
}

const METHODS = ['get', 'post', 'put', 'delete', 'patch'] as const
const JSON_TYPE = 'application/json'

/** Without ids in their path, and left out. */
const LEFT_OUT: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^\/(actuator|docs|v3|landing|console|$)/, 'they show nothing of anybody'],
  [/^\/app\/dev\//, 'they write and read the source of the application'],
  [/^\/app\/im\/events$/, 'it answers without an end'],
  [/^\/app\/document\/editor\//, 'it asks the document server for long'],
]

export function operationsOf({ paths }: OpenApiDocument): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const described = (methods as Record<string, Schema>)[method]
      const operation = described && operationOf(path, method, described)
      return operation && isWanted(operation) ? [operation] : []
    })
  )
}

function isWanted({ path, ids }: Operation): boolean {
  return ids.length > 0 || !LEFT_OUT.some(([pattern]) => pattern.test(path))
}

function operationOf(path: string, method: string, described: Schema): Operation {
  const parameters = (described.parameters ?? []) as Parameter[]
  const inPath = parameters.filter((one) => one.in === 'path')
  const ids = inPath.flatMap(({ name, schema }) => (schema.type === 'integer' ? [name] : []))
  for (const name of ids) rowsNamedBy(path, name)
  const scope = described['x-data-scope'] as 'none' | 'own' | 'granted'
  return {
    id: described.operationId,
    method: method.toUpperCase(),
    path,
    access: scope === 'granted' ? 'permission' : scope === 'own' ? 'signed-in' : 'open',
    permission: described['x-permission'] ?? null,
    parameters,
    ids,
    body: bodyOf(described.requestBody?.content),
    takesToken: parameters.some((one) => one.in === 'query' && one.name === 'token'),
  }
}

function bodyOf(content: Record<string, { schema: Schema }> | undefined): Operation['body'] {
  if (!content) return null
  const type = JSON_TYPE in content ? JSON_TYPE : Object.keys(content)[0]!
  return { type, schema: content[type]!.schema }
}
