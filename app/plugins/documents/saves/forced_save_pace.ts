import { errors } from '@adonisjs/limiter'
import limiter from '@adonisjs/limiter/services/main'
import { E_NOT_EDITED } from '../errors.js'

/** How many forced saves of one person fail in a minute; that nobody edits is no failure. */
const FAILING = { requests: 30, duration: '1 minute' }

/** @throws E_TOO_MANY_REQUESTS; whatever the work throws */
export async function withinForcedSavePace<T>(
  operatorId: number,
  work: () => Promise<T>
): Promise<T> {
  const pace = limiter.use(FAILING)
  const key = `documents:forced-saves:${operatorId}`
  const failed = await pace.get(key)
  if (failed && failed.remaining <= 0) throw new errors.E_TOO_MANY_REQUESTS(failed)
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof E_NOT_EDITED)) await pace.increment(key)
    throw error
  }
}
