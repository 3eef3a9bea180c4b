import { inject } from '@adonisjs/core'
import { actAsSystem } from '#kernel/operator/acting'
import { E_UNAVAILABLE } from '#kernel/http/errors'
import { E_ACCOUNT_DISABLED, E_INVALID_CREDENTIALS } from '../errors.js'
import { LoginAttempts } from '../login/login_attempts.js'
import { replacePassword } from '../login/password_change.js'
import { PasswordHashing } from '../login/password_hashing.js'
import { SessionLogin, type TokenPair } from '../login/session_login.js'
import User from '../models/user.js'
import { recordSecurityEvent } from '../security_log.js'
import type { ClientDetails } from '../sessions/client_details.js'

export interface Credentials {
  username: string
  password: string
}

interface Verified {
  user: User
  account: string
  password: string
  client: ClientDetails
}

/** Passwords are not changed so often that one who logs in is outrun again and again. */
const MOST_ROUNDS = 5

/**
 * Logs an operator in.
 *
 * @throws E_ACCOUNT_LOCKED before anything is hashed, and for the attempt that reaches the limit
 * @throws E_INVALID_CREDENTIALS alike, and after the same time, for a wrong password and an unknown name
 */
@inject()
export class LogIn {
  constructor(
    private readonly attempts: LoginAttempts,
    private readonly hashing: PasswordHashing,
    private readonly login: SessionLogin
  ) {}

  async handle({ username, password }: Credentials, client: ClientDetails): Promise<TokenPair> {
    const account = User.normalize(username)
    await this.attempts.reserve(account)

    for (let round = 0; round < MOST_ROUNDS; round++) {
      const user = await this.#verified(account, password)
      if (!user) return this.#refuse(account, client)
      if (user.status !== 'enabled') {
        await this.attempts.succeed(account)
        throw new E_ACCOUNT_DISABLED()
      }
      const pair = await this.#releasing(account, () =>
        this.#open({ user, account, password, client })
      )
      if (pair) return pair
    }
    await this.attempts.release(account)
    throw new E_UNAVAILABLE()
  }

  /** `null` where password or status were changed since the user was read: then all is verified anew. */
  async #open({ user, account, password, client }: Verified): Promise<TokenPair | null> {
    if (!(await this.#renewHash(user, password))) return null
    return this.login.openFor(user, client, account)
  }

  #verified(account: string, password: string): Promise<User | null> {
    return this.#releasing(account, async () => {
      const user = await actAsSystem('find who logs in', () => User.findBy('username', account))
      const right = user
        ? await this.hashing.verify(user.password, password)
        : await this.hashing.pretend(password)
      return right ? user : null
    })
  }

  /** A fault of the service costs nobody a try. */
  async #releasing<Result>(account: string, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      await this.attempts.release(account)
      throw error
    }
  }

  async #refuse(account: string, client: ClientDetails): Promise<never> {
    const locked = await this.attempts.fail(account)
    await recordSecurityEvent({ ...client, account, type: locked ? 'locked' : 'login_failed' })
    throw locked ? this.attempts.lockedError() : new E_INVALID_CREDENTIALS()
  }

  /** Resolves to whether the hash that was verified still is the user's; only then is another written over it. */
  async #renewHash(user: User, password: string): Promise<boolean> {
    if (!this.hashing.isOutdated(user.password)) return true
    const renewed = await this.hashing.make(password)
    return actAsSystem('rehash with the present parameters', () => replacePassword(user, renewed))
  }
}
