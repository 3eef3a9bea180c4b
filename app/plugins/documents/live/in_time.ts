import { setTimeout as delay } from 'node:timers/promises'
import { E_UNAVAILABLE } from '#kernel/http/errors'
import { clock } from '#kernel/state/clock'

/**
 * What is not known by the deadline is waited for no longer.
 *
 * @param deadline of `clock.elapsed()`
 * @throws E_UNAVAILABLE once it has passed
 */
export async function inTime<T>(work: Promise<T>, deadline: number, tooLong: string): Promise<T> {
  const patience = new AbortController()
  const { signal } = patience
  const late = async () => {
    await delay(Math.max(0, deadline - clock.elapsed()), undefined, { signal })
    throw new E_UNAVAILABLE(tooLong)
  }
  try {
    return await Promise.race([work, late()])
  } finally {
    patience.abort()
  }
}
