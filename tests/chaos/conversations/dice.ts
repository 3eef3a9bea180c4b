/** Draws at random; the same seed draws the same. */
export class Dice {
  #state: number

  constructor(seed: number) {
    this.#state = seed | 0 || 1
  }

  /** xorshift32 */
  below(limit: number): number {
    this.#state ^= this.#state << 13
    this.#state ^= this.#state >>> 17
    this.#state ^= this.#state << 5
    return (this.#state >>> 0) % limit
  }

  between(from: number, to: number): number {
    return from + this.below(to - from + 1)
  }

  chance(percent: number): boolean {
    return this.below(100) < percent
  }

  one<T>(of: readonly T[]): T | undefined {
    return of[this.below(of.length || 1)]
  }

  /** One of them, the more often the more it weighs. */
  weighed<T>(of: readonly (readonly [T, number])[]): T {
    let left = this.below(of.reduce((sum, [, weight]) => sum + weight, 0))
    return of.find(([, weight]) => (left -= weight) < 0)![0]
  }

  shuffled<T>(all: readonly T[]): T[] {
    const left = [...all]
    return all.map(() => left.splice(this.below(left.length), 1)[0]!)
  }
}
