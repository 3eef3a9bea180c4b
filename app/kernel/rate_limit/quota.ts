import { errors } from '@adonisjs/limiter'
import { E_TOO_MANY_REQUESTS } from '#kernel/errors/main'
import { type Said, say } from '#kernel/languages/main'
import { consume, withLimiter } from './limits.js'

export interface Quota {
  /** Unique over all plugins, such as `im:conversations`. */
  name: string
  most: number
  /** In which so many pass, such as `1 hour`; it begins with the first that is counted. */
  duration: string
  /** Message when it is used up; “; try again later” is added. */
  spent: Said
}

/**
 * Takes `amount` of the quota of one user (or of another id), over all nodes.
 *
 * @throws E_TOO_MANY_REQUESTS with `Retry-After`; then nothing is taken
 */
export async function spend(quota: Quota, whose: number, amount = 1): Promise<void> {
  const { name, most: requests, duration, spent } = quota
  const key = `${name}:${duration}:${whose}`
  try {
    await withLimiter({ requests, duration }, (limiter) => consume(limiter, key, amount))
  } catch (error) {
    if (!(error instanceof errors.E_TOO_MANY_REQUESTS)) throw error
    throw tooMany(spent, error.response.availableIn)
  }
}

/** A 429 that says what there is too much of. */
export function tooMany(what: Said, retryAfterSeconds: number) {
  const headers = { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterSeconds))) }
  return new E_TOO_MANY_REQUESTS(say`${what}; try again later`, { headers })
}
