import { E_UNAVAILABLE } from '#kernel/http/errors'
import { clock } from '#kernel/state/clock'
import { inTime } from '#kernel/threads/in_time'

/**
 * What is not known by the deadline is waited for no longer.
 *
 * @param deadline of `clock.elapsed()`
 * @throws E_UNAVAILABLE once it has passed
 */
export function byDeadline<T>(work: Promise<T>, deadline: number, tooLong: string): Promise<T> {
  const left = Math.max(0, deadline - clock.elapsed())
  return inTime(work, left, () => new E_UNAVAILABLE(tooLong))
}
