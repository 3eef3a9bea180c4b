/**
 * Short-lived values that all nodes see. Every key ends by itself after its `ttlMs`. While the shared store is
 * lost every method throws E_UNAVAILABLE (503): what must not be guessed is not guessed.
 */
export abstract class StateStore {
  abstract get(key: string): Promise<string | null>

  /** `get` of many keys in one trip, in their order. */
  abstract getMany(keys: readonly string[]): Promise<(string | null)[]>
  abstract set(key: string, value: string, ttlMs: number): Promise<void>

  /** Sets only where nothing is; over all nodes exactly one caller gets `true`. */
  abstract add(key: string, value: string, ttlMs: number): Promise<boolean>

  /** Reads and deletes in one step; over all nodes exactly one caller gets the value. */
  abstract take(key: string): Promise<string | null>
  abstract delete(key: string): Promise<void>

  /** Adds `by` (1) and answers the sum. `ttlMs` runs from the first increment and is not renewed. */
  abstract increment(key: string, ttlMs: number, by?: number): Promise<number>

  /**
   * Adds `member` to the set for `ttlMs`; each member ends by itself. Adding it again renews it. `false` where the set has
   * `most` members or more.
   */
  abstract addMember(key: string, member: string, ttlMs: number, most?: number): Promise<boolean>
  abstract removeMember(key: string, member: string): Promise<void>

  /** The members that have not ended, in no order. */
  abstract members(key: string): Promise<string[]>

  /** `members` of many sets in one trip, in the order of `keys`. */
  abstract membersOfMany(keys: readonly string[]): Promise<string[][]>
}
