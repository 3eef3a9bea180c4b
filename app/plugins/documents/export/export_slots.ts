import { E_TOO_MANY_REQUESTS } from '#kernel/http/errors'

const MOST = 4
const MOST_OF_ONE = 2
const SECONDS = '10'

/** How many exports one node writes at a time: each holds a file open for as long as its reader takes. */
export class ExportSlots {
  readonly #taken: number[] = []

  /**
   * @returns what gives the place back
   * @throws E_TOO_MANY_REQUESTS
   */
  take(operatorId: number): () => void {
    const own = this.#taken.filter((id) => id === operatorId).length
    if (own >= MOST_OF_ONE) throw refusal('Your other exports are still running')
    if (this.#taken.length >= MOST) throw refusal('Other exports are still running')
    this.#taken.push(operatorId)
    return () => void this.#taken.splice(this.#taken.indexOf(operatorId), 1)
  }
}

function refusal(why: string) {
  return new E_TOO_MANY_REQUESTS(`${why}; try again in a moment`, {
    headers: { 'Retry-After': SECONDS },
  })
}
