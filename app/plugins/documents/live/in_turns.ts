/**
 * Several queues as one: so many of the first, so many of the next, and again. Where one is at its end, the others go on:
 * none of them waits for another.
 */
export function inTurns<T>(queues: readonly (readonly T[])[], turns: readonly number[]): T[] {
  const all: T[] = []
  const longest = Math.max(0, ...queues.map((queue, index) => queue.length / turns[index]!))
  for (let turn = 0; turn < longest; turn++)
    for (const [index, queue] of queues.entries()) {
      const many = turns[index]!
      all.push(...queue.slice(turn * many, (turn + 1) * many))
    }
  return all
}
