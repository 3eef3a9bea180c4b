import { inject } from '@adonisjs/core'
import { actAsSystem } from '#kernel/operator/acting'
import { E_UNAVAILABLE } from '#kernel/http/errors'
import { clientKey } from '#kernel/rate_limit/client_key'
import { E_ACCOUNT_DISABLED, E_INVALID_CREDENTIALS } from '../errors.js'
import { LoginTries } from '../login/login_tries.js'
import type { LoginTry } from '../login/login_try.js'
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
  attempt: LoginTry
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
 * @throws E_TOO_MANY_REQUESTS for an address that guessed too often, or from which too many wait
 * @throws E_INVALID_CREDENTIALS alike, and after the same time, for a wrong password and an unknown name
 */
@inject()
export class LogIn {
  constructor(
    private readonly tries: LoginTries,
    private readonly hashing: PasswordHashing,
    private readonly login: SessionLogin
  ) {}

  async handle({ username, password }: Credentials, client: ClientDetails): Promise<TokenPair> {
    const account = User.normalize(username)
    const attempt = await this.tries.begin(account, client.ip)

    for (let round = 0; round < MOST_ROUNDS; round++) {
      const user = await this.#verified(attempt, { account, password, client })
      if (!user) return this.#refuse(attempt, account, client)
      if (user.status !== 'enabled') {
        await attempt.succeed()
        throw new E_ACCOUNT_DISABLED()
      }
      const pair = await this.#releasing(attempt, () =>
        this.#open({ user, attempt, account, password, client })
      )
      if (pair) return pair
    }
    await attempt.release()
    throw new E_UNAVAILABLE()
  }

  /** `null` where password or status were changed since the user was read: then all is verified anew. */
  async #open({ user, attempt, account, password, client }: Verified): Promise<TokenPair | null> {
    if (!(await this.#renewHash(user, password))) return null
    const pair = await this.login.openFor(user, client, { account, forgets: attempt.forgets })
    if (pair) await attempt.loggedIn()
    return pair
  }

  #verified(
    attempt: LoginTry,
    { account, password, client }: Pick<Verified, 'account' | 'password' | 'client'>
  ): Promise<User | null> {
    const turn = { who: clientKey(client.ip ?? undefined), enter: () => attempt.enter() }
    return this.#releasing(attempt, async () => {
      const user = await actAsSystem('find who logs in', () => User.findBy('username', account))
      const right = user
        ? await this.hashing.verify(user.password, password, turn)
        : await this.hashing.pretend(password, turn)
      return right ? user : null
    })
  }

  /** A fault of the service costs nobody a try. */
  async #releasing<Result>(attempt: LoginTry, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      await attempt.release()
      throw error
    }
  }

  async #refuse(attempt: LoginTry, account: string, client: ClientDetails): Promise<never> {
    const locked = await attempt.fail()
    await recordSecurityEvent({ ...client, account, type: locked ? 'locked' : 'login_failed' })
    throw locked ?? new E_INVALID_CREDENTIALS()
  }

  /** Resolves to whether the hash that was verified still is the user's; only then is another written over it. */
  async #renewHash(user: User, password: string): Promise<boolean> {
    if (!this.hashing.isOutdated(user.password)) return true
    const renewed = await this.hashing.make(password)
    return actAsSystem('rehash with the present parameters', () => replacePassword(user, renewed))
  }
}
