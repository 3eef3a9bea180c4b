import type { IncomingMessage } from 'node:http'
import type { HttpRequest } from '@adonisjs/core/http'
import { withTimeout, E_BAD_REQUEST, E_PAYLOAD_TOO_LARGE, E_TOO_SLOW } from '#kernel/errors/main'
import { Pieces } from './pieces.js'

export type BodyWatch = (bytes: number) => void

const BROKE_OFF = 'The body broke off'

interface Reception {
  /** Called with the number of bytes received so far; if it throws, the rest is refused. */
  watch?: BodyWatch
  /** For which all of it is waited. */
  withinMs?: number
}

/**
 * The whole body.
 *
 * @param limit bytes
 * @throws E_PAYLOAD_TOO_LARGE as soon as it is known, E_BAD_REQUEST for a body that broke off, E_TOO_SLOW
 */
export async function readBytes(
  request: HttpRequest,
  limit: number,
  { watch, withinMs }: Reception = {}
): Promise<Buffer> {
  const incoming = request.request
  if (Number(incoming.headers['content-length'] ?? 0) > limit) throw tooLarge(limit)
  if (incoming.destroyed && !incoming.readableEnded) throw new E_BAD_REQUEST(BROKE_OFF)
  welcomeBody(request)
  const reading = new Reading(incoming, limit, watch)
  if (withinMs === undefined) return reading.whole
  return withTimeout(reading.whole, withinMs, () => reading.refuse(new E_TOO_SLOW()))
}

/** To be called before a body is read: a client that waits for it sends it now. */
export function welcomeBody({ request, response }: HttpRequest): void {
  if (request.headers.expect?.toLowerCase() === '100-continue') response.writeContinue()
}

/** By events: an iterator would end the connection, and with it the answer, when it stops early. */
class Reading {
  #bytes: Buffer = Buffer.alloc(0)
  readonly #pieces = new Pieces()
  readonly #outcome = Promise.withResolvers<Buffer>()

  constructor(
    private readonly incoming: IncomingMessage,
    private readonly limit: number,
    private readonly watch: BodyWatch | undefined
  ) {
    incoming.on('data', this.#take)
    incoming.once('end', this.#finish)
    incoming.once('error', this.#brokeOff)
    incoming.once('close', this.#brokeOff)
  }

  get whole(): Promise<Buffer> {
    return this.#outcome.promise
  }

  /** Of what still comes nothing is kept. */
  refuse(error: Error): Error {
    this.#leave()
    this.#bytes = Buffer.alloc(0)
    this.incoming.resume()
    this.#outcome.reject(error)
    return error
  }

  readonly #take = (chunk: Buffer) => {
    const before = this.#pieces.size
    try {
      this.#pieces.add(chunk)
      if (this.#pieces.size > this.limit) throw tooLarge(this.limit)
      this.watch?.(this.#pieces.size)
      if (before === 0) this.#bytes = chunk
      else this.#append(chunk, before)
    } catch (error) {
      this.refuse(error as Error)
    }
  }

  readonly #finish = () => {
    this.#leave()
    this.#outcome.resolve(this.#bytes.subarray(0, this.#pieces.size))
  }

  /** In one buffer that grows: crumbs of a body would take many times what is in them. */
  #append(chunk: Buffer, before: number): void {
    const size = before + chunk.length
    if (size > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(2 * this.#bytes.length, size))
      this.#bytes.copy(larger, 0, 0, before)
      this.#bytes = larger
    }
    chunk.copy(this.#bytes, before)
  }

  readonly #brokeOff = () => void this.refuse(new E_BAD_REQUEST(BROKE_OFF))

  /** An error listener stays: an `error` event without one would end the process. */
  #leave(): void {
    this.incoming.off('data', this.#take)
    this.incoming.off('end', this.#finish)
    this.incoming.off('close', this.#brokeOff)
  }
}

function tooLarge(limit: number) {
  return new E_PAYLOAD_TOO_LARGE(`The body must not be larger than ${Math.floor(limit / 1024)} KB`)
}
