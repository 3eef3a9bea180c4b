import { setTimeout as delay } from 'node:timers/promises'
import { E_UNAVAILABLE } from '#kernel/errors/main'
import { say } from '#kernel/languages/main'

/**
 * What the work results in, unless that takes longer. Then the work goes on, and a retry finds what it did: after five
 * minutes the document server lets people in again, and deletes what they typed when a late answer acknowledges the save.
 *
 * @throws E_UNAVAILABLE
 */
export async function withinSeconds<T>(seconds: number, work: Promise<T>): Promise<T> {
  work.catch(() => undefined)
  const waiting = new AbortController()
  const { signal } = waiting
  const late = delay(seconds * 1000, undefined, { signal }).then(() => {
    throw new E_UNAVAILABLE(say`The callback took longer than ${seconds} s`)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    late.catch(() => undefined)
    waiting.abort()
  }
}
