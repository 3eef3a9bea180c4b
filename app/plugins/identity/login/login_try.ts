import type { Refusal } from '#kernel/errors/main'
import type { Noting } from './login_attempts.js'

/** One try at a password that may be hashed for. It ends in exactly one of these ways. */
export interface LoginTry {
  /** Whether a login by it starts the account's count anew. */
  readonly forgets: boolean

  /**
   * Counts it for its address, then for the account, once; right before the password is hashed for, so that no more are
   * than are left.
   *
   * @throws E_TOO_MANY_REQUESTS, before anything is written for the account; E_ACCOUNT_LOCKED;
   * E_TOO_MANY_REQUESTS as well where attempts elsewhere have all tries that are left
   */
  enter(): Promise<void>

  /** The password was right, and nobody is logged in all the same. */
  succeed(): Promise<void>

  /** Who tried is logged in; the account's count was started anew with that. */
  loggedIn(): Promise<void>

  /** The password was wrong, which is noted. Resolves to the refusal where this try reached the limit. */
  fail(note: Noting): Promise<Refusal | null>

  /** Nothing was learnt about the password, as when the service itself failed. */
  release(): Promise<void>
}
