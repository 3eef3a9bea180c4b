/** A socket to open: where, as whom, and into which conversation it writes. */
export interface Seat {
  url: string
  token: string
  conversationId: number
}

/** Works on all, so many at a time. */
export async function inCrowd<One, Result>(
  all: readonly One[],
  atOnce: number,
  work: (one: One, index: number) => Promise<Result>
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const run = async () => {
    while (next < all.length) {
      const index = next++
      results[index] = await work(all[index]!, index)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, run))
  return results
}
