import type { Card } from '#plugins/identity/main'

/** Reserved by RFC 2606, so that an e-mail to one of them reaches nobody. */
const BY_NAME = '@users.invalid'
const BY_ID = '@id.users.invalid'

/** User names that the editor finds in the text of a comment. */
const PLAIN = /^[a-z0-9._-]+$/

/** Stands for the e-mail address that the editor asks for: the real one is not disclosed. */
export function mentionAddressOf({ id, username }: Pick<Card, 'id' | 'username'>): string {
  return PLAIN.test(username) ? `${username}${BY_NAME}` : `${id}${BY_ID}`
}

/** The id, user name or real e-mail address that is meant. */
export function addresseeOf(address: string): number | string {
  const text = address.toLowerCase()
  if (text.endsWith(BY_ID) && /^[1-9]\d{0,9}@/.test(text)) return Number.parseInt(text, 10)
  return text.endsWith(BY_NAME) ? text.slice(0, -BY_NAME.length) : text
}
