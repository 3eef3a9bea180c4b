import { availableParallelism } from 'node:os'
import hash from '@adonisjs/core/services/hash'
import { currentAbortSignal, currentKey } from '#kernel/acting/main'
import { KeyedSemaphore } from '#kernel/workers/main'

export interface HashingOptions {
  /** Hashes of different keys are served round robin; by default the key of who acts. */
  key?: string
  /** Runs right before the password is verified; what it throws prevents that. */
  before?: () => Promise<void>
  /** Removes the hash from the queue; by default it is aborted when the client of who acts disconnects. */
  signal?: AbortSignal
}

/**
 * Hashes as many passwords at the same time as there are cores; the others wait, so that logins do not stop everything
 * else. Whoever sends many waits for their own.
 *
 * All throw E_TOO_MANY_REQUESTS, or Overloaded (503), where too many wait.
 */
export class PasswordHashing {
  readonly #semaphore: KeyedSemaphore
  #decoy: Promise<string> | undefined

  constructor(limit = availableParallelism()) {
    this.#semaphore = new KeyedSemaphore({ limit, maxQueue: 1_000, maxQueuePerKey: 250 })
  }

  make(password: string, options: HashingOptions = {}): Promise<string> {
    return this.#run(() => hash.make(password), options)
  }

  verify(hashed: string, password: string, options: HashingOptions = {}): Promise<boolean> {
    const verify = async () => {
      await options.before?.()
      return hash.verify(hashed, password)
    }
    return this.#run(verify, options)
  }

  /** Takes as long as `verify`, for an account that does not exist. Always `false`. */
  async pretend(password: string, options: HashingOptions = {}): Promise<false> {
    this.#decoy ??= hash.make('nobody logs in with this')
    await this.verify(await this.#decoy, password, options)
    return false
  }

  isOutdated(hashed: string): boolean {
    return hash.needsReHash(hashed)
  }

  #run<Result>(
    work: () => Promise<Result>,
    { key = currentKey(), signal = currentAbortSignal() }: HashingOptions
  ): Promise<Result> {
    return this.#semaphore.run(key, work, signal)
  }
}
