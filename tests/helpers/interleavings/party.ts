import { setTimeout as pause } from 'node:timers/promises'

/** A statement that is out for longer waits for a lock, or for a connection, that the other party holds. */
const HELD_UP_MS = 40
/**
 * Between statements a party may hash a password; for longer it waits for what the other reads for both, or for a
 * lock that is not the database's. Until something is heard of it, it is then looked for in passing alone.
 */
const LONGEST_THOUGHT_MS = 250
export const LOOK_MS = 5

/** One of those whose statements are put in an order: each statement waits until it is told to go. */
export class Party {
  readonly #waiting: { statement: string; go: () => void }[] = []
  #out = 0
  #outSince = 0
  #ended = false
  #changed = Promise.withResolvers<void>()
  #isAbsent = false

  constructor(readonly name: string) {}

  get hasEnded(): boolean {
    return this.#ended
  }

  get isWaiting(): boolean {
    return this.#waiting.length > 0
  }

  /** Called before each statement; resolves when it is this one's turn. */
  turn(statement: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.push({ statement, go: resolve })
    this.#tell()
    return promise
  }

  /** From now on until `back`, the database is asked. */
  away(): void {
    this.#isAbsent = false
    this.#out += 1
    this.#outSince = performance.now()
  }

  back(): void {
    this.#isAbsent = false
    this.#out -= 1
  }

  end(): void {
    this.#ended = true
    this.#tell()
  }

  /** Lets the next statement go; returns its text. */
  proceed(): string {
    const { statement, go } = this.#waiting.shift()!
    go()
    return statement
  }

  /** Resolves to whether it came to its next statement, or to its end; `false` where the other holds it up. */
  async arrives(): Promise<boolean> {
    const giveUpAt = performance.now() + (this.#isAbsent ? LOOK_MS : LONGEST_THOUGHT_MS)
    while (!this.isWaiting && !this.#ended) {
      if (this.#isHeldUp() || performance.now() > giveUpAt) {
        this.#isAbsent = true
        return false
      }
      await Promise.race([this.#changed.promise, pause(LOOK_MS)])
    }
    return true
  }

  #tell(): void {
    this.#isAbsent = false
    this.#changed.resolve()
    this.#changed = Promise.withResolvers()
  }

  #isHeldUp(): boolean {
    return this.#out > 0 && performance.now() - this.#outSince > HELD_UP_MS
  }
}
