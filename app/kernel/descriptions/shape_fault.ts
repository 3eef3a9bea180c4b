import type { Shape } from '#kernel/shapes/main'

/** Of JSON Schema, what shapes of descriptions consist of. */
interface Schema {
  type: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean'
  required?: string[]
  properties?: Record<string, Schema>
  items?: Schema
  minItems?: number
  enum?: string[]
  minLength?: number
  pattern?: string
  minimum?: number
}

/** What does not fit, and where: `['fields', '2', 'type']`. */
export interface ShapeFault {
  path: string[]
  says: string
}

/**
 * The first fault of a value by a shape; `null` where it fits. Shapes of answers are checked by TypeBox, in tests alone:
 * to load it takes longer than a start may.
 */
export function shapeFault(shape: Shape, value: unknown): ShapeFault | null {
  return faultOf(shape as unknown as Schema, value)
}

function faultOf(schema: Schema, value: unknown): ShapeFault | null {
  if (schema.type === 'object') return objectFault(schema, value)
  if (schema.type === 'array') return arrayFault(schema, value)
  const says = plainFault(schema, value)
  return says === null ? null : { path: [], says }
}

function objectFault({ properties = {}, required = [] }: Schema, value: unknown) {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { path: [], says: 'must be an object' }
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  const given = new Set(members.map(([name]) => name))
  const missing = required.find((name) => !given.has(name))
  if (missing) return { path: [], says: `lacks "${missing}"` }
  const unknown = members.find(([name]) => !Object.hasOwn(properties, name))
  if (unknown) return { path: [], says: `has the unknown member "${unknown[0]}"` }
  return firstFault(members, (name) => properties[name]!)
}

function arrayFault({ items, minItems = 0 }: Schema, value: unknown) {
  if (!Array.isArray(value)) return { path: [], says: 'must be a list' }
  if (value.length < minItems) return { path: [], says: 'must not be empty' }
  return firstFault(Object.entries(value), () => items!)
}

function firstFault(
  members: [name: string, value: unknown][],
  schemaOf: (name: string) => Schema
): ShapeFault | null {
  for (const [name, value] of members) {
    const fault = faultOf(schemaOf(name), value)
    if (fault) return { ...fault, path: [name, ...fault.path] }
  }
  return null
}

function plainFault(schema: Schema, value: unknown): string | null {
  if (schema.type === 'string') return textFault(schema, value)
  if (schema.type === 'boolean') return typeof value === 'boolean' ? null : 'must be true or false'
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'must be a number'
  if (schema.type === 'integer' && !Number.isInteger(value)) return 'must be a whole number'
  const { minimum = -Infinity } = schema
  return value < minimum ? `must be at least ${minimum}` : null
}

function textFault({ enum: values, minLength = 0, pattern = '' }: Schema, value: unknown) {
  if (typeof value !== 'string') return 'must be a text'
  if (values && !values.includes(value)) return `must be one of ${values.join(', ')}`
  if (value.length < minLength) return 'must not be empty'
  return new RegExp(pattern).test(value) ? null : `must match ${pattern}`
}
