import type { HttpRequest } from '@adonisjs/core/http'
import { E_VALIDATION } from '#kernel/errors/main'
import { beforeValidation } from '#kernel/patches/main'
import { say } from '#kernel/languages/main'
import { declarationOf } from './route_contract.js'

/** What is read of a compiled schema of VineJS. Alternatives (`vine.union`, `vine.group`) are left to it. */
interface SchemaNode {
  fieldName: string
  allowNull?: boolean
  isOptional?: boolean
  properties?: readonly SchemaNode[]
  each?: SchemaNode
}

interface Validator {
  toJSON(): { schema: { schema: SchemaNode } }
}

const MOST_FAULTS = 100

const schemas = new WeakMap<object, SchemaNode>()

/**
 * VineJS takes `null` for a member that was left out. From now on a member of a body that may be left out, but is not
 * `nullable()`, is refused where it is `null`. Call it after the validation provider has booted.
 *
 * @throws E_VALIDATION out of `request.validateUsing(…)` with the body of the route's contract
 */
export function refuseNulls(): void {
  beforeValidation((request, validator) => {
    const body = request.ctx?.route && declarationOf(request.ctx.route)?.contract?.body
    if (body && body === validator) assertNoNulls(request, body)
  })
}

function assertNoNulls(request: HttpRequest, validator: object): void {
  const fields = nullsIn(request.body(), schemaOf(validator as Validator), [])
  const errors = Array.from(fields.take(MOST_FAULTS), (field) => {
    return { field, rule: 'null', message: say`The ${field} field must not be null` }
  })
  if (errors.length > 0) throw new E_VALIDATION(undefined, { errors })
}

function schemaOf(validator: Validator): SchemaNode {
  const schema = schemas.get(validator) ?? validator.toJSON().schema.schema
  schemas.set(validator, schema)
  return schema
}

function* nullsIn(value: unknown, node: SchemaNode, path: string[]): Generator<string> {
  if (value === null && node.isOptional && !node.allowNull) yield path.join('.')
  if (typeof value !== 'object' || value === null) return
  for (const one of node.properties ?? []) {
    const name = one.fieldName
    if (Object.hasOwn(value, name))
      yield* nullsIn((value as Record<string, unknown>)[name], one, [...path, name])
  }
  if (!node.each) return
  for (const [name, member] of Object.entries(value))
    yield* nullsIn(member, node.each, [...path, name])
}
