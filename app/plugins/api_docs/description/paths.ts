import type { RouteJSON } from '@adonisjs/core/types/http'
import { numericId } from '#kernel/http/main'
import type { JsonSchema } from './json_schema.js'

export interface PathParameter {
  name: string
  schema: JsonSchema
}

type Token = RouteJSON['tokens'][number]

const STATIC = 0
const WILDCARD = 2

/** A route's pattern as OpenAPI writes it. An optional parameter counts as given. */
export function pathOf({ tokens }: RouteJSON): { path: string; params: PathParameter[] } {
  const named = tokens.map((token) => ({
    token,
    name: token.type === WILDCARD ? 'wildcard' : token.val,
  }))
  const params = named
    .filter(({ token }) => token.type !== STATIC)
    .map(({ token, name }) => ({ name, schema: parameterSchema(token) }))
  const segments = named.map(({ token, name }) =>
    token.type === STATIC ? token.val.replace(/^\/+/, '') : `{${name}}${token.end ?? ''}`
  )
  return { path: `/${segments.join('/')}`.replace(/\/{2,}/g, '/'), params }
}

function parameterSchema({ matcher, type }: Token): JsonSchema {
  if (matcher?.source === numericId.match.source) return { type: 'integer', minimum: 1 }
  if (matcher && !matcher.flags.includes('i')) return { type: 'string', pattern: matcher.source }
  return type === WILDCARD ? { type: 'string' } : { type: 'string', minLength: 1 }
}
