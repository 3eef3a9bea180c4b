import { createHash, randomBytes } from 'node:crypto'
import { inject } from '@adonisjs/core'
import { StateStore } from '#kernel/state/main'
import { messagingConfig } from '../messaging_config.js'

/** What a ticket stands for: the access token that it was drawn with. */
export interface TicketClaims {
  userId: number
  /** The session's name. */
  sid: string
  expiresAtMs: number
}

/** One-time tickets for upgrades, good on every node; only their hashes are kept. */
@inject()
export class Tickets {
  constructor(private readonly store: StateStore) {}

  async issue(claims: TicketClaims) {
    const { ticketSeconds: expiresIn } = messagingConfig()
    const ticket = randomBytes(32).toString('base64url')
    await this.store.set(keyOf(ticket), JSON.stringify(claims), expiresIn * 1000)
    return { ticket, expiresIn }
  }

  /** `null` for one that was never issued, is too old or was used before. */
  async redeem(ticket: string): Promise<TicketClaims | null> {
    const claims = await this.store.take(keyOf(ticket))
    return claims === null ? null : (JSON.parse(claims) as TicketClaims)
  }
}

function keyOf(ticket: string): string {
  return `im:ticket:${createHash('sha256').update(ticket).digest('base64url')}`
}
