import { defineError } from '#kernel/errors/main'
import { clock } from '#kernel/state/main'
import { say } from '#kernel/languages/main'

export const E_INVALID_CREDENTIALS = defineError(
  400,
  'E_INVALID_CREDENTIALS',
  'The username or the password is wrong'
)
export const E_ACCOUNT_DISABLED = defineError(
  400,
  'E_ACCOUNT_DISABLED',
  'This account is disabled; ask an administrator to enable it'
)
export const E_ACCOUNT_LOCKED = defineError(
  423,
  'E_ACCOUNT_LOCKED',
  'The account is locked after too many failed logins; try again later'
)
export const E_REFRESH_REJECTED = defineError(
  401,
  'E_REFRESH_REJECTED',
  'The session is over; log in again'
)
export const E_WRONG_PASSWORD = defineError(
  400,
  'E_WRONG_PASSWORD',
  'The present password is wrong'
)
export const E_SAME_PASSWORD = defineError(
  400,
  'E_SAME_PASSWORD',
  'The new password must differ from the present one'
)

/** E_ACCOUNT_LOCKED that says for how long. */
export function accountLocked(untilMs: number) {
  const seconds = Math.max(1, Math.ceil((untilMs - clock.now()) / 1000))
  const minutes = Math.ceil(seconds / 60)
  const span = minutes === 1 ? say`1 minute` : say`${minutes} minutes`
  return new E_ACCOUNT_LOCKED(
    say`The account is locked after too many failed logins; try again in ${span}`,
    { headers: { 'Retry-After': String(seconds) } }
  )
}
