import type { HttpContext } from '@adonisjs/core/http'
import { clientAbortSignal } from '#kernel/http/main'
import { clientKey } from '#kernel/rate_limit/main'
import { FairTurns } from '#kernel/workers/main'

const BUSY = 'As many of your downloads wait as may; try again in a moment'

/**
 * How many downloads of one person a process makes at a time, and of one address that comes with a link and no session,
 * as the document server does. Each takes an open file, or a connection to the bucket, for as long as its reader
 * likes: the others of theirs wait in turn, and nobody else for them.
 */
export class DownloadPlaces {
  readonly #ofPeople: FairTurns
  readonly #ofLinks: FairTurns

  constructor({ ofPerson = 32, ofAddress = 256, waiting = 256 } = {}) {
    const rule = { atOnce: Infinity, mostWaiting: Infinity, mostInLine: waiting, busy: BUSY }
    this.#ofPeople = new FairTurns({ ...rule, ofOne: ofPerson })
    this.#ofLinks = new FairTurns({ ...rule, ofOne: ofAddress })
  }

  /**
   * Takes a place until the answer has ended.
   *
   * @throws E_TOO_MANY_REQUESTS where too many wait; E_BAD_REQUEST where whoever asked left before their turn
   */
  async take({ operator, request, response }: HttpContext): Promise<void> {
    const turns = operator ? this.#ofPeople : this.#ofLinks
    const line = operator ? String(operator.id) : clientKey(request.ip())
    const { promise: entered, resolve: enter, reject: refuse } = Promise.withResolvers<void>()
    const { promise: left, resolve: leave } = Promise.withResolvers<void>()
    const work = () => {
      enter()
      return left
    }
    turns.run([line], work, clientAbortSignal(response)).catch(refuse)
    await entered
    if (response.response.closed) leave()
    else response.response.once('close', leave)
  }
}

export const downloadPlaces = new DownloadPlaces()
