import { errors } from '@adonisjs/limiter'
import limiter from '@adonisjs/limiter/services/main'
import { E_NOT_EDITED } from '../errors.js'

/** How many forced saves of one person fail in a minute; that nobody edits is no failure. */
const FAILING = { requests: 30, duration: '1 minute' }

/** How many of one person are under way; what none gives back is, a minute later. */
const UNDER_WAY = { requests: 60, duration: '1 minute' }

/** @throws E_TOO_MANY_REQUESTS; whatever the work throws */
export async function withinForcedSavePace<T>(
  operatorId: number,
  work: () => Promise<T>
): Promise<T> {
  const [failing, underWay] = [limiter.use(FAILING), limiter.use(UNDER_WAY)]
  const key = `documents:forced-saves:${operatorId}`
  const place = `${key}:under-way`
  const failed = await failing.get(key)
  if (failed && failed.remaining <= 0) throw new errors.E_TOO_MANY_REQUESTS(failed)
  await underWay.consume(place)
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof E_NOT_EDITED)) await failing.increment(key)
    throw error
  } finally {
    await underWay.decrement(place)
  }
}
