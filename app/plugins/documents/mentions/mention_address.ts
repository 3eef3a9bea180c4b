import type { Card } from '#plugins/identity/main'

/** Names that nobody ever can have (RFC 2606), so that what is written to them goes nowhere. */
const BY_NAME = '@users.invalid'
const BY_ID = '@id.users.invalid'

/** Of what the editor finds again in a comment's text. */
const PLAIN = /^[a-z0-9._-]+$/

/**
 * What the editor writes into a comment for somebody, and gives back to tell whom was meant. It asks for an e-mail
 * address, but those are nobody else's business.
 */
export function mentionAddressOf({ id, username }: Pick<Card, 'id' | 'username'>): string {
  return PLAIN.test(username) ? `${username}${BY_NAME}` : `${id}${BY_ID}`
}

export type Addressee = { id: number } | { name: string }

/** Whom an address means: one of ours, or else the e-mail address of somebody. */
export function addresseeOf(address: string): Addressee {
  const text = address.toLowerCase()
  if (text.endsWith(BY_ID) && /^[1-9]\d{0,9}@/.test(text)) return { id: Number.parseInt(text, 10) }
  return { name: text.endsWith(BY_NAME) ? text.slice(0, -BY_NAME.length) : text }
}
