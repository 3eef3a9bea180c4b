import { clock } from '#kernel/state/main'

const AT_ONCE = 5

/**
 * Several at a time, while the deadline has not passed.
 *
 * @param deadline of `clock.elapsed()`
 * @returns how many, from the first on, it came to
 */
export async function severalAtOnce<T>(
  all: readonly T[],
  deadline: number,
  work: (one: T) => Promise<void>
): Promise<number> {
  let from = 0
  for (; from < all.length && clock.elapsed() < deadline; from += AT_ONCE)
    await Promise.all(all.slice(from, from + AT_ONCE).map((one) => work(one)))
  return Math.min(from, all.length)
}
