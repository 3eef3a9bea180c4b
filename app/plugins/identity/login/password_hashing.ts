import { availableParallelism } from 'node:os'
import hash from '@adonisjs/core/services/hash'
import { FairTurns } from '#kernel/threads/fair_turns'

const LONGEST_QUEUE = 1_000
const LONGEST_LINE = 250
/** Whoever is known already, and the service itself. */
const OWN = ''

/**
 * Hashing as many passwords at once as there are cores; the others wait their turn, so that logins do not stop
 * everything else. Addresses take turns: whoever sends many waits for their own.
 */
export class PasswordHashing {
  readonly #turns: FairTurns
  #decoy: Promise<string> | undefined

  constructor(atOnce = availableParallelism()) {
    this.#turns = new FairTurns({ atOnce, mostWaiting: LONGEST_QUEUE, mostInLine: LONGEST_LINE })
  }

  make(password: string): Promise<string> {
    return this.#turns.run(OWN, () => hash.make(password))
  }

  /** @param who waits in the same line, such as an address */
  verify(hashed: string, password: string, who = OWN): Promise<boolean> {
    return this.#turns.run(who, () => hash.verify(hashed, password))
  }

  /** Takes as long as `verify`, for an account that does not exist. Always `false`. */
  async pretend(password: string, who = OWN): Promise<false> {
    this.#decoy ??= hash.make('nobody logs in with this')
    await this.verify(await this.#decoy, password, who)
    return false
  }

  isOutdated(hashed: string): boolean {
    return hash.needsReHash(hashed)
  }
}
