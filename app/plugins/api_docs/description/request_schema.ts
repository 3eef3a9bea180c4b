import type { RouteContract } from '#kernel/http/main'
import { isSchema, mapSchema, type JsonSchema } from './json_schema.js'

type Validator = NonNullable<RouteContract['body']>

interface Field {
  type: string
  fieldName: string
  isOptional: boolean
  properties?: Field[]
  each?: Field
}

const BOOLEAN_FORMS = [true, false]

/** JSON Schema of what a validator takes, mended where its export says less or other than it checks. */
export function requestSchema(validator: Validator): JsonSchema {
  const exported = structuredClone(validator.toJSONSchema()) as JsonSchema
  const { schema } = validator.toJSON().schema as unknown as { schema: Field }
  return mapSchema(withRequired(exported, schema), (one) => typed(withItems(open(one))))
}

/** The fields of a validator's schema of which nothing is said, such as dates without `.meta(…)`. */
export function unsaidFields(schema: JsonSchema, path = ''): string[] {
  const members = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)
  const items = isSchema(schema.items) ? [['*', schema.items] as const] : []
  return [...members, ...items].flatMap(([name, member]) => {
    const field = path ? `${path}.${name}` : name
    return Object.keys(member).length === 0 ? [field] : unsaidFields(member, field)
  })
}

/** The export forgets that a member which may be null must still be there. */
function withRequired(schema: JsonSchema, field: Field): JsonSchema {
  if (isSchema(schema.items) && field.each) {
    return { ...schema, items: withRequired(schema.items, field.each) }
  }
  if (!isSchema(schema.properties) || !field.properties) return schema

  const { properties } = schema
  const required = field.properties.filter((one) => !one.isOptional).map((one) => one.fieldName)
  const mended = field.properties
    .filter((one) => isSchema(properties[one.fieldName]))
    .map((one) => [one.fieldName, withRequired(properties[one.fieldName] as JsonSchema, one)])
  const { required: _, ...rest } = schema
  return {
    ...rest,
    properties: { ...properties, ...Object.fromEntries(mended) },
    ...(required.length > 0 ? { required } : {}),
  }
}

/** Validators pass over members they do not know; they do not refuse them. */
function open(schema: JsonSchema): JsonSchema {
  if (schema.additionalProperties !== false) return schema
  const { additionalProperties: _, ...rest } = schema
  return rest
}

/** Generators of clients ask what a list holds, where it may be anything, too. */
function withItems(schema: JsonSchema): JsonSchema {
  return schema.type === 'array' && schema.items === undefined ? { ...schema, items: {} } : schema
}

function typed(schema: JsonSchema): JsonSchema {
  if (!Array.isArray(schema.enum) || schema.type !== undefined) return schema
  if (BOOLEAN_FORMS.every((form) => (schema.enum as unknown[]).includes(form))) {
    const { enum: _, ...rest } = schema
    return { ...rest, type: 'boolean' }
  }
  const types = new Set(schema.enum.map((value) => (value === null ? 'null' : typeof value)))
  return types.size === 1 ? { type: [...types][0], ...schema } : schema
}
