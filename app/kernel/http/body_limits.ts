import type { HttpContext } from '@adonisjs/core/http'
import { declarationOf } from './route_contract.js'

export interface BodyConfig {
  /** Bytes of a JSON body of an authenticated request. */
  limit: number
  /** Bytes of a JSON body of a public operation. */
  publicLimit: number
  /** Within which a JSON body comes whole. */
  receiveSeconds: number
}

/** How large a body may be, by whether it is known who sends it. */
export class BodyLimits {
  constructor(private readonly config: BodyConfig) {}

  get receiveMs(): number {
    return this.config.receiveSeconds * 1000
  }

  of({ route }: HttpContext): number {
    const { limit, publicLimit } = this.config
    const known = route && declarationOf(route)?.access?.kind !== 'public'
    return known ? limit : Math.min(limit, publicLimit)
  }
}
