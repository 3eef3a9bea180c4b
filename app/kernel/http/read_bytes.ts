import type { IncomingMessage } from 'node:http'
import type { HttpRequest } from '@adonisjs/core/http'
import { E_BAD_REQUEST, E_PAYLOAD_TOO_LARGE } from './errors.js'
import { Pieces } from './pieces.js'

export type BodyWatch = (bytes: number) => void

const BROKE_OFF = 'The body broke off'

interface Bounds {
  limit: number
  watch: BodyWatch
}

/**
 * The whole body.
 *
 * @param limit bytes
 * @param watch is told how many bytes have come so far, with each piece; what it throws refuses the rest
 * @throws E_PAYLOAD_TOO_LARGE as soon as it is known, E_BAD_REQUEST for a body that broke off
 */
export async function readBytes(
  request: HttpRequest,
  limit: number,
  watch: BodyWatch = () => undefined
): Promise<Buffer> {
  const incoming = request.request
  if (Number(incoming.headers['content-length'] ?? 0) > limit) throw tooLarge(limit)
  if (incoming.destroyed && !incoming.readableEnded) throw new E_BAD_REQUEST(BROKE_OFF)
  welcomeBody(request)
  return new Promise((resolve, reject) => new Reading(incoming, { limit, watch }, resolve, reject))
}

/** To be called before a body is read: a client that waits for it sends it now. */
export function welcomeBody({ request, response }: HttpRequest): void {
  if (request.headers.expect?.toLowerCase() === '100-continue') response.writeContinue()
}

/** By events: an iterator would end the connection, and with it the answer, when it stops early. */
class Reading {
  readonly #chunks: Buffer[] = []
  readonly #pieces = new Pieces()

  constructor(
    private readonly incoming: IncomingMessage,
    private readonly bounds: Bounds,
    private readonly resolve: (bytes: Buffer) => void,
    private readonly reject: (error: unknown) => void
  ) {
    incoming.on('data', this.#take)
    incoming.once('end', this.#finish)
    incoming.once('error', this.#brokeOff)
    incoming.once('close', this.#brokeOff)
  }

  readonly #take = (chunk: Buffer) => {
    const { limit, watch } = this.bounds
    this.#chunks.push(chunk)
    try {
      this.#pieces.add(chunk)
      if (this.#pieces.size > limit) throw tooLarge(limit)
      watch(this.#pieces.size)
    } catch (error) {
      this.#refuse(error)
    }
  }

  readonly #finish = () => {
    this.#leave()
    this.resolve(this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks))
  }

  readonly #brokeOff = () => this.#refuse(new E_BAD_REQUEST(BROKE_OFF))

  #refuse(error: unknown): void {
    this.#leave()
    this.incoming.resume()
    this.reject(error)
  }

  /** But for failures, which end the process where nobody hears them. */
  #leave(): void {
    this.incoming.off('data', this.#take)
    this.incoming.off('end', this.#finish)
    this.incoming.off('close', this.#brokeOff)
  }
}

function tooLarge(limit: number) {
  return new E_PAYLOAD_TOO_LARGE(`The body must not be larger than ${Math.floor(limit / 1024)} KB`)
}
