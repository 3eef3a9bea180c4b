import { clock } from '#kernel/state/main'
import { E_TOO_MANY_REQUESTS } from '#kernel/errors/main'

const MOST = 4
const MOST_OF_ONE = 2
const SECONDS = '10'

/** After this an export goes on as long as nobody waits for its place. */
const SURE_MS = 600_000

interface Place {
  operatorId: number
  /** Of `clock.elapsed()`. */
  since: number
  end: () => void
}

/** How many exports of a kind one node writes at a time: each goes on for as long as its reader takes. */
export class ExportSlots {
  /** The eldest first. */
  readonly #taken = new Set<Place>()

  /**
   * @param end breaks the export off that has the place; called when it has had it for long, and somebody else waits
   * @returns what gives the place back
   * @throws E_TOO_MANY_REQUESTS
   */
  take(operatorId: number, end: () => void = () => undefined): () => void {
    const own = [...this.#taken].filter((place) => place.operatorId === operatorId).length
    if (own >= MOST_OF_ONE) throw refusal('Your other exports are still running')
    const since = clock.elapsed()
    if (this.#taken.size >= MOST && !this.#freed(since))
      throw refusal('Other exports are still running')
    const place = { operatorId, since, end }
    this.#taken.add(place)
    return () => void this.#taken.delete(place)
  }

  /** Whether one has had its place for so long that it was taken from it. */
  #freed(now: number): boolean {
    const [eldest] = this.#taken
    if (!eldest || now - eldest.since < SURE_MS) return false
    this.#taken.delete(eldest)
    eldest.end()
    return true
  }
}

function refusal(why: string) {
  return new E_TOO_MANY_REQUESTS(`${why}; try again in a moment`, {
    headers: { 'Retry-After': SECONDS },
  })
}
