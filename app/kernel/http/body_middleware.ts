import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { inject } from '@adonisjs/core'
import { BodyParsers } from './body_parsers.js'
import { E_UNSUPPORTED_TYPE } from './errors.js'
import { assertPlainValues } from './plain_values.js'
import { declarationOf } from './route_contract.js'

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** Reads the body in the one content type that the operation takes, and refuses what no database keeps. */
@inject()
export default class BodyMiddleware {
  constructor(private readonly parsers: BodyParsers) {}

  async handle(ctx: HttpContext, next: NextFn) {
    if (!WRITES.has(ctx.request.method())) {
      assertPlainValues(ctx.request.qs())
      return next()
    }

    assertContentType(ctx)
    const parser = await this.parsers.of(ctx)
    return parser.handle(ctx, () => {
      assertPlainValues(ctx.request.all())
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
