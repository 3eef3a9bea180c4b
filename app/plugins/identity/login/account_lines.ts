import { setTimeout as pause } from 'node:timers/promises'
import { tooMany } from '#kernel/rate_limit/main'

/** Of one account in this process: more than people who share one send at a time. */
export const MOST_UNDER_WAY = 32
const RETRY_AFTER_SECONDS = 5
/** Other nodes tell nobody when they give a try back. */
const ASK_AGAIN_MS = 250

/** Who tries passwords of an account in this process: a bounded crowd, woken as tries are given back. */
export class AccountLines {
  readonly #underWay = new Map<string, number>()
  readonly #waiting = new Map<string, Set<() => void>>()

  /**
   * Hands out what lets the next one in.
   *
   * @throws E_TOO_MANY_REQUESTS where so many are under way that nobody is served sooner by waiting
   */
  enter(account: string): () => void {
    const before = this.#underWay.get(account) ?? 0
    if (before >= MOST_UNDER_WAY)
      throw tooMany('Too many try this account’s password at once', RETRY_AFTER_SECONDS)
    this.#underWay.set(account, before + 1)
    return () => this.#leave(account)
  }

  /**
   * Waits until a try is given back here, or may have been elsewhere.
   *
   * @throws the signal's reason
   */
  async freed(account: string, signal?: AbortSignal): Promise<void> {
    const woken = new AbortController()
    const wake = () => woken.abort()
    const waiting = this.#waiting.get(account) ?? new Set()
    this.#waiting.set(account, waiting.add(wake))
    const until = signal ? AbortSignal.any([woken.signal, signal]) : woken.signal
    await pause(ASK_AGAIN_MS, undefined, { signal: until }).catch(() => undefined)
    waiting.delete(wake)
    if (waiting.size === 0 && this.#waiting.get(account) === waiting) this.#waiting.delete(account)
    signal?.throwIfAborted()
  }

  /** As many as there are tries to take, or to be told of a lock. */
  wake(account: string, most = 1): void {
    const waiting = this.#waiting.get(account)
    for (const wake of [...(waiting ?? [])].slice(0, most)) {
      waiting!.delete(wake)
      wake()
    }
  }

  #leave(account: string): void {
    const left = this.#underWay.get(account)! - 1
    if (left > 0) this.#underWay.set(account, left)
    else this.#underWay.delete(account)
  }
}
