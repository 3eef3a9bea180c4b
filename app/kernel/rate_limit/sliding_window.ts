export interface WindowRule {
  limit: number
  windowMs: number
}

export interface Reading {
  passed: boolean
  /** What counts at this moment. */
  used: number
  /** Until what was refused would pass; 0 when it passed. */
  waitMs: number
  /** Until nothing counts any more. */
  resetMs: number
}

/**
 * The moments of what passed, in a ring. Exact: in any half-open interval as long as the window, wherever it begins,
 * at most `limit` pass; refusals do not count. Each moment is written once and dropped once, so a request
 * costs O(1) amortised, and a key takes 8 bytes for each that counts.
 */
export class SlidingWindow {
  #moments = new Float64Array(8)
  #head = 0
  #used = 0

  take(now: number, rule: WindowRule): Reading {
    this.#drop(now - rule.windowMs)
    if (this.#used >= rule.limit) return this.#refusal(now, rule)
    this.#push(now)
    return this.#reading(now, rule, true)
  }

  #reading(now: number, rule: WindowRule, passed: boolean): Reading {
    const resetMs = this.#used === 0 ? 0 : this.#at(this.#used - 1) + rule.windowMs - now
    return { passed, used: this.#used, waitMs: 0, resetMs: toMicroseconds(resetMs) }
  }

  #refusal(now: number, rule: WindowRule): Reading {
    const last = this.#used - rule.limit
    const waitMs = this.#used === 0 ? rule.windowMs : this.#at(last) + rule.windowMs - now
    return { ...this.#reading(now, rule, false), waitMs: toMicroseconds(waitMs) }
  }

  #at(index: number): number {
    return this.#moments[(this.#head + index) % this.#moments.length]!
  }

  #drop(edge: number) {
    while (this.#used > 0 && this.#moments[this.#head]! <= edge) {
      this.#head = (this.#head + 1) % this.#moments.length
      this.#used--
    }
  }

  #push(moment: number) {
    if (this.#used === this.#moments.length) this.#grow()
    this.#moments[(this.#head + this.#used) % this.#moments.length] = moment
    this.#used++
  }

  #grow() {
    const wider = new Float64Array(this.#moments.length * 2)
    for (let index = 0; index < this.#used; index++) wider[index] = this.#at(index)
    this.#moments = wider
    this.#head = 0
  }
}

/** Sums of fractions are a hair off, and a hair above a second would read as two. */
function toMicroseconds(ms: number): number {
  return Math.round(ms * 1000) / 1000
}
