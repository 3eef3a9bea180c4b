import { createHmac, timingSafeEqual } from 'node:crypto'
import { clock } from '#kernel/state/main'
import type { ContentClaims } from './editor_tokens.js'

interface Seal {
  /** End of validity, in seconds since 1970. */
  until: number
  seal: string
}

/**
 * Proves that this service made the URL of a file. The document server knows the secret of the tokens, so it could make
 * URLs of files that it was never given. It does not know the key of this seal.
 */
export class AddressSeal {
  readonly #key: Buffer

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
