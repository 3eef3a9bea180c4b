import { E_TOO_MANY_REQUESTS } from '#kernel/errors/main'
import { type Said, say } from '#kernel/languages/main'
import { spend, type Quota } from './quota.js'

interface Bounds extends Quota {
  /** How many of one user a node does at a time. */
  atOnce: number
  /** Message when so many are under way; the advice to try again is added. */
  busy: string
}

/** Limits expensive work of one user: a quota over all nodes, and a number at a time on each node. */
export class CostlyWork {
  /** user → how many are under way */
  readonly #underWay = new Map<number, number>()

  constructor(private readonly bounds: Bounds) {}

  /** @throws E_TOO_MANY_REQUESTS with `Retry-After`; then nothing is done */
  async during<Result>(userId: number, work: () => Promise<Result>): Promise<Result> {
    await spend(this.bounds, userId)
    using _ = this.#place(userId)
    return await work()
  }

  #place(userId: number): Disposable {
    const taken = this.#underWay.get(userId) ?? 0
    if (taken >= this.bounds.atOnce) throw busy(this.bounds.busy)
    this.#underWay.set(userId, taken + 1)
    return { [Symbol.dispose]: () => this.#giveBack(userId) }
  }

  #giveBack(userId: number): void {
    const left = this.#underWay.get(userId)! - 1
    if (left === 0) this.#underWay.delete(userId)
    else this.#underWay.set(userId, left)
  }
}

function busy(what: Said) {
  const headers = { 'Retry-After': '1' }
  return new E_TOO_MANY_REQUESTS(say`${what}; try again in a moment`, { headers })
}
