import { setImmediate as nextTurn } from 'node:timers/promises'
import { Patience } from './patience.js'

/** Asks again until the condition holds. */
export async function eventually(
  condition: () => boolean | Promise<boolean>,
  withinMs = 60_000
): Promise<void> {
  const patience = new Patience(withinMs)
  while (!(await condition())) {
    if (patience.isOver) throw new Error(`Still not so after ${withinMs} ms: ${condition}`)
    await nextTurn()
  }
}
