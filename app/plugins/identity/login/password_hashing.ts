import { availableParallelism } from 'node:os'
import hash from '@adonisjs/core/services/hash'
import { E_UNAVAILABLE } from '#kernel/http/errors'

const LONGEST_QUEUE = 1_000

/**
 * Hashing as many passwords at once as there are cores; the others wait their turn, so that logins do not stop
 * everything else.
 */
export class PasswordHashing {
  #running = 0
  readonly #waiting: (() => void)[] = []
  #decoy: Promise<string> | undefined

  constructor(private readonly atOnce = availableParallelism()) {}

  make(password: string): Promise<string> {
    return this.#inTurn(() => hash.make(password))
  }

  verify(hashed: string, password: string): Promise<boolean> {
    return this.#inTurn(() => hash.verify(hashed, password))
  }

  /** Takes as long as `verify`, for an account that does not exist. Always `false`. */
  async pretend(password: string): Promise<false> {
    this.#decoy ??= hash.make('nobody logs in with this')
    await this.verify(await this.#decoy, password)
    return false
  }

  isOutdated(hashed: string): boolean {
    return hash.needsReHash(hashed)
  }

  async #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running >= this.atOnce) await this.#turn()
    this.#running++
    try {
      return await work()
    } finally {
      this.#running--
      this.#waiting.shift()?.()
    }
  }

  #turn(): Promise<void> {
    if (this.#waiting.length >= LONGEST_QUEUE) throw new E_UNAVAILABLE()
    return new Promise((resolve) => this.#waiting.push(resolve))
  }
}
