export interface JsonSchema {
  [keyword: string]: unknown
}

export type Json = null | boolean | number | string | Json[] | { [member: string]: Json }

export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A copy in which `change` was applied to every schema, innermost first. */
export function mapSchema(schema: JsonSchema, change: (one: JsonSchema) => JsonSchema): JsonSchema {
  const copy: JsonSchema = {}
  for (const [keyword, value] of Object.entries(schema)) copy[keyword] = mapMember(keyword, value)
  return change(copy)

  function mapMember(keyword: string, value: unknown): unknown {
    if (NAMED.has(keyword) && isSchema(value)) {
      return Object.fromEntries(
        Object.entries(value).map(([name, one]) => [name, mapSchema(one as JsonSchema, change)])
      )
    }
    if (LISTED.has(keyword) && Array.isArray(value)) {
      return value.map((one) => mapSchema(one as JsonSchema, change))
    }
    return SINGLE.has(keyword) && isSchema(value) ? mapSchema(value, change) : value
  }
}

const NAMED = new Set(['properties', 'patternProperties', '$defs'])
const LISTED = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])
const SINGLE = new Set(['items', 'additionalProperties', 'not', 'contains', 'propertyNames'])
