import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'

const LONGEST_MS = 20_000

/** Polls until the condition holds; fails after a deadline rather than hang. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  longestMs = LONGEST_MS
): Promise<void> {
  const deadline = performance.now() + longestMs
  while (!(await condition())) {
    if (performance.now() > deadline)
      throw new Error(`still not so after ${longestMs} ms: ${condition}`)
    await nextTurn()
    await pause(10)
  }
}
