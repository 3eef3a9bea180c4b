import { Exception } from '@adonisjs/core/exceptions'
import type { Operation } from './operations.js'
import { requestSchema, unsaidFields } from './request_schema.js'

export class E_OPERATION_UNDESCRIBED extends Exception {
  static code = 'E_OPERATION_UNDESCRIBED'
  static status = 500
  readonly remedied = true
}

/**
 * Refuses operations of which the description would say less than is true.
 *
 * @throws E_OPERATION_UNDESCRIBED naming the operation and the remedy
 */
export function assertDescribable(operations: readonly Operation[]): void {
  const seen = new Map<string, Operation>()
  for (const operation of operations) {
    const twin = seen.get(operation.id)
    if (twin) throw refusal(operation, `has the id of ${nameOf(twin)}; name its route with .as(…)`)
    seen.set(operation.id, operation)
    assertFieldsSaid(operation)
  }
}

function assertFieldsSaid(operation: Operation): void {
  const { query, body, parts } = operation.contract
  for (const validator of [query, body, parts?.fields]) {
    const [field] = validator ? unsaidFields(requestSchema(validator)) : []
    if (!field) continue
    throw refusal(
      operation,
      `takes a field "${field}" whose schema says nothing; add .meta({ type: … }) to it in the validator`
    )
  }
}

function refusal(operation: Operation, fault: string) {
  return new E_OPERATION_UNDESCRIBED(`${nameOf(operation)} ${fault}.`)
}

function nameOf({ method, pattern, plugin }: Operation): string {
  const owner = plugin ? `plugin "${plugin}"` : 'the application'
  return `Route ${method.toUpperCase()} ${pattern} of ${owner}`
}
