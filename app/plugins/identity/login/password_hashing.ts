import { availableParallelism } from 'node:os'
import hash from '@adonisjs/core/services/hash'
import { FairTurns } from '#kernel/threads/fair_turns'

const LONGEST_QUEUE = 1_000
const LONGEST_LINE = 250
/** The service itself, as a command or at its start. */
const OWN: Turn = { who: '' }

export interface Turn {
  /** Waits in the same line: an address, or a person (`lineOf`). */
  who: string
  /** When the turn has come; what it throws keeps from hashing. */
  enter?: () => Promise<void>
  /** Who hangs up leaves the line. */
  signal?: AbortSignal
}

/** Whoever is known already waits for nobody's hashes but their own. */
export function lineOf({ id }: { id: number }): string {
  return `user:${id}`
}

/**
 * Hashing as many passwords at once as there are cores; the others wait their turn, so that logins do not stop
 * everything else. Addresses and people take turns: whoever sends many waits for their own.
 */
export class PasswordHashing {
  readonly #turns: FairTurns
  #decoy: Promise<string> | undefined

  constructor(atOnce = availableParallelism()) {
    this.#turns = new FairTurns({ atOnce, mostWaiting: LONGEST_QUEUE, mostInLine: LONGEST_LINE })
  }

  make(password: string, { who, signal }: Turn = OWN): Promise<string> {
    return this.#turns.run(who, () => hash.make(password), signal)
  }

  verify(hashed: string, password: string, { who, enter, signal }: Turn = OWN): Promise<boolean> {
    const work = async () => {
      await enter?.()
      return hash.verify(hashed, password)
    }
    return this.#turns.run(who, work, signal)
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
