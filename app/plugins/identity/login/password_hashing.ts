import { availableParallelism } from 'node:os'
import hash from '@adonisjs/core/services/hash'
import { networkOf } from '#kernel/rate_limit/main'
import { FairTurns, type Place } from '#kernel/workers/main'
import type { From } from './address_failures.js'

const LONGEST_QUEUE = 1_000
const LONGEST_LINE = 250
/** The service itself, as a command or at its start. */
const OWN: Turn = { who: ['people', ''] }

export interface Turn {
  /** Waits in the same line: an address (`lineOfStranger`, `lineOfKnown`), or a person (`lineOf`). */
  who: Place
  /** When the turn has come; what it throws keeps from hashing. */
  enter?: () => Promise<void>
  /** Who hangs up leaves the line. */
  signal?: AbortSignal
}

/** Whoever is known already waits for nobody's hashes but their own. */
export function lineOf({ id }: { id: number }): Place {
  return ['people', `user:${id}`]
}

/** Who logs in from where the account was logged in to before: no stranger stands there, nor anybody of another account. */
export function lineOfKnown({ account, address }: From): Place {
  return ['known', networkOf(address), `${address} ${account}`]
}

export function lineOfStranger({ address }: From): Place {
  return ['strangers', networkOf(address), address]
}

/**
 * Hashing as many passwords at once as there are cores; the others wait their turn, so that logins do not stop
 * everything else. People who are logged in, logins from where the account is known, and strangers take turns, each in a
 * room of their own, and so do networks and addresses there: whoever sends many waits for their own.
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
