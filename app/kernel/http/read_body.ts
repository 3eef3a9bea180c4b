import { setImmediate as nextLoopTurn } from 'node:timers/promises'
import type { HttpRequest } from '@adonisjs/core/http'
import getRawBody from 'raw-body'
import { E_BAD_REQUEST, E_PAYLOAD_TOO_LARGE } from '#kernel/errors/main'
import { say } from '#kernel/languages/main'

/**
 * The whole body. After a refusal the rest of it is read and thrown away, so that the client gets its response.
 *
 * @param limit bytes
 * @throws E_PAYLOAD_TOO_LARGE as soon as it is known, E_BAD_REQUEST for a body that broke off
 */
export async function readBody(request: HttpRequest, limit: number): Promise<Buffer> {
  const incoming = request.request
  if (Number(incoming.headers['content-length'] ?? 0) > limit) throw tooLarge(limit)
  sendContinue(request)
  try {
    return await getRawBody(incoming, { limit })
  } catch (error) {
    incoming.resume()
    if ((error as { type?: string }).type === 'entity.too.large') throw tooLarge(limit)
    throw new E_BAD_REQUEST('The body broke off', { cause: error })
  }
}

/** To be called before a body is read: a client that sent `Expect: 100-continue` sends it now. */
export function sendContinue({ request, response }: HttpRequest): void {
  if (request.headers.expect?.toLowerCase() === '100-continue') response.writeContinue()
}

let last: Promise<unknown> = Promise.resolve()

/**
 * Resolves in a turn of the event loop of its own: of bodies that arrive together one is parsed and validated in each
 * turn, and other requests are served in between.
 */
export function nextParsing(): Promise<unknown> {
  last = last.then(() => nextLoopTurn())
  return last
}

function tooLarge(limit: number) {
  return new E_PAYLOAD_TOO_LARGE(
    say`The body must not be larger than ${Math.floor(limit / 1024)} KB`
  )
}
