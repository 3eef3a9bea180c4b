import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { inject } from '@adonisjs/core'
import { BodyLimits } from './body_limits.js'
import { roomFor } from './body_room.js'
import { E_UNSUPPORTED_TYPE } from '#kernel/errors/main'
import { IncomingPlaces } from './incoming_places.js'
import { parseJson } from './parse_json.js'
import { assertPlainValues } from '#kernel/contracts/main'
import { readBytes } from './read_bytes.js'
import { declarationOf, type OwnBody, type RouteContract } from './route_contract.js'

declare module '@adonisjs/core/http' {
  interface HttpContext {
    /** The body of an operation whose contract says that it reads it by itself. */
    bodyBytes?: Buffer
  }
}

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])
const JSON_TYPE = 'application/json'
const PARTS_TYPE = 'multipart/form-data'

/**
 * Reads the body in the one content type that the operation takes. It comes after who may call it has been asked, so
 * that nothing is read for anybody else; a body of parts is left for who keeps its files, and has a place among what comes
 * in for its person.
 */
@inject()
export default class BodyMiddleware {
  constructor(
    private readonly limits: BodyLimits,
    private readonly places: IncomingPlaces
  ) {}

  async handle(ctx: HttpContext, next: NextFn) {
    const { request } = ctx
    assertPlainValues(request.qs())
    if (!WRITES.has(request.method()) || !hasBody(ctx)) return next()

    const contract = ctx.route && declarationOf(ctx.route)?.contract
    assertUnpacked(ctx)
    assertContentType(ctx, contract)
    if (contract?.ownBody) return this.#withOwnBody(ctx, contract.ownBody, next)
    if (request.is([JSON_TYPE])) {
      request.updateBody(parseJson(await this.#readJson(ctx)))
    } else if (ctx.operator) return this.places.within(ctx.operator.id, next)
    return next()
  }

  /** @throws E_TOO_SLOW; Overloaded while too much is being read */
  async #readJson(ctx: HttpContext): Promise<Buffer> {
    using room = roomFor(ctx)
    const reception = { watch: room.watch, withinMs: this.limits.receiveMs }
    return await readBytes(ctx.request, this.limits.of(ctx), reception)
  }

  /** Its work goes on when the client has left, and keeps its room until it has ended. */
  async #withOwnBody(ctx: HttpContext, body: OwnBody, next: NextFn) {
    using admitted = await body.admit(ctx)
    ctx.bodyBytes = await readBytes(ctx.request, body.limit, { watch: admitted.watch })
    return await next()
  }
}

function hasBody({ request }: HttpContext): boolean {
  return request.hasBody() && request.header('content-length') !== '0'
}

/** Compressed bodies are refused: unpacking may cost far more than the size of the body says. */
function assertUnpacked({ request }: HttpContext): void {
  const coding = request.header('content-encoding')
  if (coding === undefined || coding.trim().toLowerCase() === 'identity') return
  throw new E_UNSUPPORTED_TYPE('Send the body as it is, without a Content-Encoding')
}

function assertContentType({ request }: HttpContext, contract: RouteContract | undefined): void {
  const taken = contract?.consumes ?? JSON_TYPE
  const alsoJson = taken === PARTS_TYPE && contract?.body !== undefined
  if (request.is([taken]) || (alsoJson && request.is([JSON_TYPE]))) return

  throw new E_UNSUPPORTED_TYPE(`Send the body as ${taken}`)
}
