import { createHmac, timingSafeEqual } from 'node:crypto'
import { clock } from '#kernel/state/clock'
import type { ContentClaims } from './editor_tokens.js'

/** What makes the claims of an address ours. */
export interface Seal {
  /** Until when they hold, in seconds since 1970. */
  until: number
  seal: string
}

/**
 * Shows that the claims of an address were made here. The document server has the secret that tokens are signed with, so
 * by that alone it could make addresses of files that it was never given. Ours is a key that nobody else has.
 */
export class AddressSeal {
  readonly #key: Buffer

  /** @param appKey of the application, which no other service knows */
  constructor(appKey: string) {
    this.#key = createHmac('sha256', appKey).update('addresses of the editor').digest()
  }

  put(purpose: string, claims: ContentClaims, seconds: number): Seal {
    const until = Math.floor(clock.now() / 1000) + seconds
    return { until, seal: this.#over(purpose, claims, until).toString('base64url') }
  }

  holds(purpose: string, claims: ContentClaims, { until, seal }: Record<string, unknown>): boolean {
    if (typeof until !== 'number' || typeof seal !== 'string') return false
    if (until * 1000 <= clock.now()) return false
    const [own, told] = [this.#over(purpose, claims, until), Buffer.from(seal, 'base64url')]
    return told.length === own.length && timingSafeEqual(told, own)
  }

  #over(purpose: string, claims: ContentClaims, until: number) {
    const { doc, file, user, session, key = '' } = claims
    const said = JSON.stringify([purpose, doc, file, user, session, key, until])
    return createHmac('sha256', this.#key).update(said).digest()
  }
}
