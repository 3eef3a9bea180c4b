import { setImmediate as nextTurn } from 'node:timers/promises'

/** Asks again until the condition holds. */
export async function eventually(
  condition: () => boolean | Promise<boolean>,
  withinMs = 20_000
): Promise<void> {
  const deadline = performance.now() + withinMs
  while (!(await condition())) {
    if (performance.now() > deadline)
      throw new Error(`Still not so after ${withinMs} ms: ${condition}`)
    await nextTurn()
  }
}
