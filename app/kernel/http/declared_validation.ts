import type { HttpRequest } from '@adonisjs/core/http'
import { Exception } from '@adonisjs/core/exceptions'
import { beforeValidation } from '#kernel/patches/main'
import { declarationOf } from './route_contract.js'

export class E_VALIDATOR_UNDECLARED extends Exception {
  static code = 'E_VALIDATOR_UNDECLARED'
  static status = 500
}

/**
 * From now on a route that declares access validates only by what its contract names, so that the API description cannot drift from what
 * is checked. For development and tests; call it after the validation provider has booted.
 *
 * @throws E_VALIDATOR_UNDECLARED out of `request.validateUsing(…)`
 */
export function enforceDeclaredValidators(): void {
  beforeValidation(assertDeclared)
}

function assertDeclared(request: HttpRequest, validator: unknown): void {
  const route = request.ctx?.route
  if (!route || !declarationOf(route)?.access) return

  const contract = declarationOf(route)?.contract
  const declared: unknown[] = [contract?.query, contract?.body, contract?.parts?.fields]
  if (declared.includes(validator)) return

  throw new E_VALIDATOR_UNDECLARED(
    `${request.method()} ${route.pattern} validates by a validator that its contract does not name; name it there as query, body or parts.fields.`
  )
}
