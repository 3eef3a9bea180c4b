import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { inject } from '@adonisjs/core'
import { E_UNSUPPORTED_TYPE } from '#kernel/errors/main'
import { IncomingPlaces } from './incoming_places.js'
import { parseJson } from './parse_json.js'
import { assertPlainValues } from '#kernel/contracts/main'
import { say } from '#kernel/languages/main'
import { nextParsing, readBody } from './read_body.js'
import { declarationOf, type RouteContract } from './route_contract.js'

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])
const READS = new Set(['GET', 'HEAD'])
const JSON_TYPE = 'application/json'
const PARTS_TYPE = 'multipart/form-data'

/** Largest JSON body, in bytes, of routes that ask for a login and of public ones; a contract may name another limit. */
const JSON_LIMIT = 256 * 1024
const PUBLIC_JSON_LIMIT = 16 * 1024

/**
 * Checks the query, and reads the body in the content type that the operation takes. It runs after access was checked, so
 * that nothing is read for anybody else; a multipart body is left to `receiveFile`.
 */
@inject()
export default class BodyMiddleware {
  constructor(private readonly places: IncomingPlaces) {}

  async handle(ctx: HttpContext, next: NextFn) {
    const { request } = ctx
    if (READS.has(request.method())) removeEmptyParameters(ctx)
    assertPlainValues(request.qs())
    if (!WRITES.has(request.method()) || !hasBody(ctx)) return next()

    const { access, contract } = (ctx.route && declarationOf(ctx.route)) ?? {}
    assertUncompressed(ctx)
    assertContentType(ctx, contract)
    if (!request.is([JSON_TYPE]))
      return ctx.operator ? this.places.within(ctx.operator.id, next) : next()
    const usual = access?.kind === 'public' ? PUBLIC_JSON_LIMIT : JSON_LIMIT
    const bytes = await readBody(request, contract?.json?.bytes ?? usual)
    await nextParsing()
    request.updateBody(parseJson(bytes, contract?.json))
    return next()
  }
}

/** A form that was not filled in sends empty parameters. */
function removeEmptyParameters({ request }: HttpContext): void {
  const given = Object.entries(request.qs())
  const filled = given.filter(([, value]) => value !== '')
  if (filled.length < given.length) request.updateQs(Object.fromEntries(filled))
}

function hasBody({ request }: HttpContext): boolean {
  return request.hasBody() && request.header('content-length') !== '0'
}

/** Compressed bodies are refused: unpacking may cost far more than the size of the body says. */
function assertUncompressed({ request }: HttpContext): void {
  const coding = request.header('content-encoding')
  if (coding === undefined || coding.trim().toLowerCase() === 'identity') return
  throw new E_UNSUPPORTED_TYPE('Send the body as it is, without a Content-Encoding')
}

function assertContentType({ request }: HttpContext, contract: RouteContract | undefined): void {
  const taken = contract?.consumes ?? JSON_TYPE
  const alsoJson = taken === PARTS_TYPE && contract?.body !== undefined
  if (request.is([taken]) || (alsoJson && request.is([JSON_TYPE]))) return

  throw new E_UNSUPPORTED_TYPE(say`Send the body as ${taken}`)
}
