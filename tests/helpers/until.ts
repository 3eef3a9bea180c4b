import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { Patience } from './patience.js'

const LONGEST_MS = 60_000

/** Polls until the condition holds; fails after a deadline rather than hang. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  longestMs = LONGEST_MS
): Promise<void> {
  const patience = new Patience(longestMs)
  while (!(await condition())) {
    if (patience.isOver) throw new Error(`still not so after ${longestMs} ms: ${condition}`)
    await nextTurn()
    await pause(10)
  }
}
