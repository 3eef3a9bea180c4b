import { Refusal, E_TOO_MANY_REQUESTS } from '#kernel/errors/main'
import { E_ACCOUNT_DISABLED, E_ACCOUNT_LOCKED, E_INVALID_CREDENTIALS } from '../errors.js'

const WHYS = [
  ['credentials', E_INVALID_CREDENTIALS],
  ['locked', E_ACCOUNT_LOCKED],
  ['disabled', E_ACCOUNT_DISABLED],
  ['too_many', E_TOO_MANY_REQUESTS],
] as const

/** How many logins this node has refused since it started, and why. Faults of the service are none. */
export class RefusedLogins {
  readonly #counts = new Map(WHYS.map(([why]) => [why, 0]))

  get counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts)
  }

  async counting<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof Refusal) this.#note(error)
      throw error
    }
  }

  #note(refusal: Refusal): void {
    const why = WHYS.find(([, Known]) => refusal instanceof Known)?.[0]
    if (why) this.#counts.set(why, this.#counts.get(why)! + 1)
  }
}
