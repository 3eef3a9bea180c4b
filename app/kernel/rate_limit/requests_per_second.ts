import { Exception } from '@adonisjs/core/exceptions'

export class E_RATE_LIMIT_PER_SECOND extends Exception {
  static code = 'E_RATE_LIMIT_PER_SECOND'
  static status = 500
  readonly remedied = true
}

/** Each request that passes is remembered for a second. */
const MOST = 100_000

/** @throws E_RATE_LIMIT_PER_SECOND for what is no sensible limit */
export function requestsPerSecond(value: number): number {
  if (Number.isInteger(value) && value >= 1 && value <= MOST) return value
  throw new E_RATE_LIMIT_PER_SECOND(
    `RATE_LIMIT_PER_SECOND is ${value}; set a whole number from 1 to ${MOST}, or leave it out for 100.`
  )
}
