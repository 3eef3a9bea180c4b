import { setTimeout as pause } from 'node:timers/promises'
import { Patience } from './patience.js'

/** Resolves with the first answer of `ask` that is neither null, undefined nor false; rejects when time is up. */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  deadlineMs = 60_000
): Promise<T> {
  const patience = new Patience(deadlineMs)
  for (;;) {
    const answer = await ask()
    if (answer !== null && answer !== undefined && answer !== false) return answer
    if (patience.isOver) throw new Error(`Not within ${deadlineMs} ms: ${what}`)
    await pause(10)
  }
}
