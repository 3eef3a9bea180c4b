import { clock } from '#kernel/state/clock'

const AT_ONCE = 5

/**
 * Several at a time, while the deadline has not passed.
 *
 * @param deadline of `clock.elapsed()`
 */
export async function severalAtOnce<T>(
  all: readonly T[],
  deadline: number,
  work: (one: T) => Promise<void>
): Promise<void> {
  for (let from = 0; from < all.length && clock.elapsed() < deadline; from += AT_ONCE)
    await Promise.all(all.slice(from, from + AT_ONCE).map((one) => work(one)))
}
