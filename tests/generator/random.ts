/** Draws that a seed repeats. */
export interface Random {
  /** From 0, below this. */
  below(limit: number): number
  of<Value>(values: readonly Value[]): Value
  shuffled<Value>(values: readonly Value[]): Value[]
}

/** A linear congruential generator with the constants of "Numerical Recipes". */
export function randomOf(seed: number): Random {
  let state = seed >>> 0
  const below = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
  const of = <Value>(values: readonly Value[]) => values[below(values.length)]!
  const shuffled = <Value>(values: readonly Value[]) => {
    const left = [...values]
    return values.map(() => left.splice(below(left.length), 1)[0]!)
  }
  return { below, of, shuffled }
}
