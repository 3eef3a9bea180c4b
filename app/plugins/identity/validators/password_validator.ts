import vine from '@vinejs/vine'
import { E_VALIDATION } from '#kernel/errors/main'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD, weaknessOf } from '../login/password_rule.js'

const LONGEST_NAME = 254

/** The user of the password, as far as the caller has them. */
export interface PasswordOwner {
  username?: unknown
  nickname?: unknown
  email?: unknown
}

const strong = vine.createRule((value, _options, field) => {
  if (typeof value !== 'string') return
  const weakness = weaknessOf(value, contextOf(field.parent as PasswordOwner))
  if (weakness) field.report(weakness.template, 'password', field, { ...weakness.values })
})

/** A password to set, not trimmed; it may not consist of the names in the same body either. */
export const newPassword = () =>
  vine.string().minLength(SHORTEST_PASSWORD).maxLength(LONGEST_PASSWORD).use(strong())

/**
 * Checks a password against its user, whom the body does not name.
 *
 * @throws E_VALIDATION
 */
export function assertStrong(
  password: string,
  owner: PasswordOwner,
  field: 'password' | 'newPassword' = 'password'
): void {
  const message = weaknessOf(password, contextOf(owner))
  if (!message) return
  throw new E_VALIDATION(undefined, { errors: [{ field, rule: 'password', message }] })
}

/** Longer names are refused by their own rules. */
function contextOf({ username, nickname, email }: PasswordOwner): string[] {
  return [username, nickname, email]
    .filter((name) => typeof name === 'string')
    .map((name) => name.trim().slice(0, LONGEST_NAME))
}
