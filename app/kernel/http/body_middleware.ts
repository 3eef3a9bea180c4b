import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { inject } from '@adonisjs/core'
import BodyParserMiddleware from '@adonisjs/core/bodyparser_middleware'
import { E_UNSUPPORTED_TYPE, E_VALIDATION } from './errors.js'
import { declarationOf } from './route_contract.js'

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** Reads the body in the one content type that the operation takes, and refuses text no database keeps. */
@inject()
export default class BodyMiddleware {
  constructor(private readonly parser: BodyParserMiddleware) {}

  handle(ctx: HttpContext, next: NextFn) {
    if (!WRITES.has(ctx.request.method())) {
      refuseNullBytes(ctx.request.qs())
      return next()
    }

    assertContentType(ctx)
    return this.parser.handle(ctx, () => {
      refuseNullBytes(ctx.request.all())
      return next()
    })
  }
}

function assertContentType({ request, route }: HttpContext): void {
  if (!request.hasBody() || request.header('content-length') === '0') return

  const contract = route && declarationOf(route)?.contract
  const taken = contract?.consumes ?? 'application/json'
  const alsoJson = taken === 'multipart/form-data' && contract?.body !== undefined
  if (request.is([taken]) || (alsoJson && request.is(['application/json']))) return

  throw new E_UNSUPPORTED_TYPE(`Send the body as ${taken}`)
}

function refuseNullBytes(value: unknown, field = ''): void {
  if (typeof value === 'string') {
    if (!value.includes('\0')) return
    throw new E_VALIDATION(undefined, {
      errors: [{ field, rule: 'text', message: `The ${field} field must not contain null bytes` }],
    })
  }
  if (value === null || typeof value !== 'object') return
  for (const [key, member] of Object.entries(value)) {
    refuseNullBytes(member, field === '' ? key : `${field}.${key}`)
  }
}
