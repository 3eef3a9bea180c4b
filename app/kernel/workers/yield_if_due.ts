import { setImmediate } from 'node:timers/promises'
import { currentAbortSignal } from '#kernel/acting/main'

const LONGEST_MS = 10

let yieldedAt = performance.now()

/**
 * For long loops: call it between two steps, and the event loop serves others after 10 ms.
 *
 * @throws the reason of the caller's signal once their client has disconnected
 */
export async function yieldIfDue(): Promise<void> {
  if (performance.now() - yieldedAt >= LONGEST_MS) {
    await setImmediate()
    yieldedAt = performance.now()
  }
  currentAbortSignal()?.throwIfAborted()
}
