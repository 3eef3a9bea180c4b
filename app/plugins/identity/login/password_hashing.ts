import { availableParallelism } from 'node:os'
import hash from '@adonisjs/core/services/hash'
import { currentAbortSignal, currentKey } from '#kernel/acting/main'
import { normalized } from '#kernel/contracts/main'
import { KeyedSemaphore } from '#kernel/workers/main'

export interface HashingOptions {
  /** Hashes of different keys are served round robin; by default the key of who acts. */
  key?: string
  /** Runs right before the password is verified; what it throws prevents that. */
  before?: () => Promise<void>
  /** Removes the hash from the queue; by default it is aborted when the client of who acts disconnects. */
  signal?: AbortSignal
}

/** `outdated` is right, but should be hashed anew. */
export type Verdict = 'right' | 'outdated' | 'wrong'

/**
 * Hashes as many passwords at the same time as there are cores; the others wait in a queue, so that logins do not stop
 * everything else. A password is the same however its letters are written in Unicode (NFKC).
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
    return this.#run(() => hash.make(normalized(password, 'NFKC')), options)
  }

  async verify(hashed: string, password: string, options: HashingOptions = {}): Promise<boolean> {
    return (await this.judge(hashed, password, options)) !== 'wrong'
  }

  /** @param hashed of an account that does not exist: `undefined`, which takes as long and is never right */
  judge(
    hashed: string | undefined,
    password: string,
    options: HashingOptions = {}
  ): Promise<Verdict> {
    return this.#run(async () => {
      await options.before?.()
      this.#decoy ??= hash.make('nobody logs in with this')
      const verdict = await compare(hashed ?? (await this.#decoy), password)
      return hashed === undefined ? 'wrong' : verdict
    }, options)
  }

  #run<Result>(
    work: () => Promise<Result>,
    { key = currentKey(), signal = currentAbortSignal() }: HashingOptions
  ): Promise<Result> {
    return this.#semaphore.run(key, work, signal)
  }
}

export function isSamePassword(one: string, other: string): boolean {
  return normalized(one, 'NFKC') === normalized(other, 'NFKC')
}

/** Earlier versions hashed a password as it was written. */
async function compare(hashed: string, password: string): Promise<Verdict> {
  const text = normalized(password, 'NFKC')
  if (await hash.verify(hashed, text)) return hash.needsReHash(hashed) ? 'outdated' : 'right'
  return text !== password && (await hash.verify(hashed, password)) ? 'outdated' : 'wrong'
}
