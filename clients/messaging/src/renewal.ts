import type { Entrance } from './entrance.js'
import type { Link } from './link.js'

/** Before the end of a token, and for short ones after two thirds of it. */
const BEFORE_MS = 60_000
const AGAIN_MS = 5_000
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Renews the token in band before it expires, so that the socket stays. */
export class Renewal {
  readonly #entrance: Entrance
  readonly #failed: (error: unknown) => void
  #timer: ReturnType<typeof setTimeout> | null = null

  constructor(entrance: Entrance, failed: (error: unknown) => void) {
    this.#entrance = entrance
    this.#failed = failed
  }

  /** @param serverTime as the service's clock has it: this machine's may be wrong */
  start(link: Link, token: string, serverTime: string): void {
    const expiresAt = expiryOf(token)
    if (expiresAt !== null) this.#schedule(link, token, expiresAt - Date.parse(serverTime))
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
  }

  #schedule(link: Link, token: string, leftMs: number): void {
    this.#after(Math.max(leftMs - BEFORE_MS, (leftMs * 2) / 3), () => this.#renew(link, token))
  }

  #after(ms: number, work: () => Promise<void>): void {
    this.stop()
    this.#timer = setTimeout(() => void work(), Math.min(Math.max(0, ms), LONGEST_TIMER_MS))
  }

  async #renew(link: Link, token: string): Promise<void> {
    try {
      const fresh = await this.#entrance.renewed(token)
      if (link.isOver || fresh === null) return
      await link.ask({ type: 'auth', token: fresh })
      const { serverTime } = await link.ask<{ serverTime: string }>({ type: 'ping' })
      this.start(link, fresh, serverTime)
    } catch (error) {
      if (link.isOver) return
      this.#failed(error)
      this.#after(AGAIN_MS, () => this.#renew(link, token))
    }
  }
}

/** As the token itself says; `null` for one that says nothing. Only the service judges whether it is good. */
function expiryOf(token: string): number | null {
  try {
    const [, payload = ''] = token.split('.')
    const { exp } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    return typeof exp === 'number' ? exp * 1000 : null
  } catch {
    return null
  }
}
