import { clock } from '../clock.js'
import { ExpiringMap } from './expiring_map.js'

/** A set whose members end by themselves; what it costs to add one does not grow with it. */
export class ExpiringSet {
  readonly #members = new ExpiringMap<true>()
  #lastEnd = 0

  /** For how long one of them has not ended, in ms. */
  get lasts(): number {
    return this.#lastEnd - clock.elapsed()
  }

  get isEmpty(): boolean {
    return this.#members.size === 0
  }

  /** Adding it again renews it. */
  add(member: string, ttlMs: number): void {
    this.#members.set(member, true, ttlMs)
    this.#lastEnd = Math.max(this.#lastEnd, clock.elapsed() + ttlMs)
  }

  delete(member: string): void {
    this.#members.delete(member)
  }

  living(): string[] {
    return this.#members.keys().filter((member) => this.#members.get(member) !== undefined)
  }
}
