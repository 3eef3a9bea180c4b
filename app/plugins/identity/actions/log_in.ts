import { inject } from '@adonisjs/core'
import { actAsSystem } from '#kernel/acting/main'
import { E_UNAVAILABLE } from '#kernel/errors/main'
import { E_ACCOUNT_DISABLED, E_INVALID_CREDENTIALS } from '../errors.js'
import { LoggedIn } from '../events/logged_in.js'
import { LoginThrottle, type VerifiedPassword } from '../login/login_throttle.js'
import { RefusedLogins } from '../login/refused_logins.js'
import { PasswordHashing } from '../login/password_hashing.js'
import User from '../models/user.js'
import type { ClientDetails } from '../sessions/client_details.js'
import { SessionOpener } from '../login/session_opener.js'
import { SessionPolicy } from '../sessions/session_policy.js'
import { SessionRegistry } from '../sessions/session_registry.js'
import type { TokenPair } from '../transformers/token_pair_transformer.js'

export interface Credentials {
  username: string
  password: string
}

/** Of a login whose account is changed while its password is verified. */
const MAX_ATTEMPTS = 5

/**
 * Logs an operator in.
 *
 * @throws E_ACCOUNT_LOCKED, E_TOO_MANY_REQUESTS; E_ACCOUNT_DISABLED where the password was right
 * @throws E_INVALID_CREDENTIALS alike, and after the same time, for a wrong password and an unknown name
 */
@inject()
export class LogIn {
  constructor(
    private readonly throttle: LoginThrottle,
    private readonly hashing: PasswordHashing,
    private readonly opener: SessionOpener,
    private readonly policy: SessionPolicy,
    private readonly registry: SessionRegistry,
    private readonly refused: RefusedLogins
  ) {}

  /** @param signal aborted when the client disconnects: an attempt that waits then ends */
  async handle(
    { username, password }: Credentials,
    client: ClientDetails,
    signal?: AbortSignal
  ): Promise<TokenPair> {
    const presented = { account: User.normalize(username), password, client, signal }
    const open = (verified: VerifiedPassword) => this.#open(verified, password, client)
    for (let count = 0; count < MAX_ATTEMPTS; count++) {
      const verifying = this.throttle.verify(presented, E_INVALID_CREDENTIALS, open)
      const tokens = await verifying.catch(this.refused.rethrow)
      if (tokens) return tokens
    }
    throw new E_UNAVAILABLE()
  }

  /** `null` where password or status were changed since the account was read: then the login starts again. */
  async #open(
    { user, attempt, isOutdated }: VerifiedPassword,
    password: string,
    client: ClientDetails
  ): Promise<TokenPair | null> {
    const { account, limits, reserved } = attempt
    if (!user.isEnabled) {
      await this.throttle.succeed(attempt)
      throw new E_ACCOUNT_DISABLED()
    }
    if (account.seenBefore.address) await this.policy.countLogin(user.id)
    if (isOutdated) await this.#renewHash(user, password)
    const login = { account: account.name, clears: reserved === 'account' }
    const opened = await this.opener.open(user, client, login)
    if (!opened) return null
    await this.throttle.succeed(attempt, { isCleared: true })
    const { sessionsPerUser: most } = limits
    if (account.openSessions >= most) await this.registry.endBeyond(user.id, most)
    await LoggedIn.dispatch(user.id, opened.sid, client, account.seenBefore)
    return opened.tokens
  }

  /** Where the hash was changed meanwhile, no session opens with this one. */
  async #renewHash(user: VerifiedPassword['user'], password: string): Promise<void> {
    const renewed = await this.hashing.make(password, { key: `user:${user.id}` })
    const renew = () => User.replacePassword(user, renewed)
    await actAsSystem('rehash with the present parameters', renew)
  }
}
