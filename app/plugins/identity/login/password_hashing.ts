import { availableParallelism } from 'node:os'
import hash from '@adonisjs/core/services/hash'
import { FairTurns } from '#kernel/threads/fair_turns'

const LONGEST_QUEUE = 1_000
const LONGEST_LINE = 250
/** Whoever is known already, and the service itself. */
const OWN: Turn = { who: '' }

interface Turn {
  /** Waits in the same line, such as an address. */
  who: string
  /** When the turn has come; what it throws keeps from hashing. */
  enter?: () => Promise<void>
}

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
    return this.#turns.run(OWN.who, () => hash.make(password))
  }

  verify(hashed: string, password: string, { who, enter }: Turn = OWN): Promise<boolean> {
    return this.#turns.run(who, async () => {
      await enter?.()
      return hash.verify(hashed, password)
    })
  }

  /** Takes as long as `verify`, for an account that does not exist. Always `false`. */
  async pretend(password: string, turn: Turn = OWN): Promise<false> {
    this.#decoy ??= hash.make('nobody logs in with this')
    await this.verify(await this.#decoy, password, turn)
    return false
  }

  isOutdated(hashed: string): boolean {
    return hash.needsReHash(hashed)
  }
}
