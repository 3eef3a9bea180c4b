import { inject } from '@adonisjs/core'
import { actAsSystem } from '#kernel/acting/main'
import { E_UNAVAILABLE } from '#kernel/errors/main'
import { clientKey } from '#kernel/rate_limit/main'
import { E_ACCOUNT_DISABLED, E_ACCOUNT_LOCKED, E_INVALID_CREDENTIALS } from '../errors.js'
import type { From } from '../login/address_failures.js'
import { LoginTries } from '../login/login_tries.js'
import type { LoginTry } from '../login/login_try.js'
import { RefusedLogins } from '../login/refused_logins.js'
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

interface Asked {
  from: From
  /** Of its hashes. */
  key: string
  password: string
  client: ClientDetails
  signal?: AbortSignal
}

interface Tried {
  attempt: LoginTry
  /** Whose password it was; `null` where it was nobody's. */
  user: User | null
}

/** Passwords are not changed so often that one who logs in is outrun again and again. */
const MOST_ROUNDS = 5

/**
 * Logs an operator in.
 *
 * @throws E_ACCOUNT_LOCKED before anything is hashed, and for the attempt that reaches the limit
 * @throws E_TOO_MANY_REQUESTS for an address that guessed too often, or where too many wait from it or for the account
 * @throws E_INVALID_CREDENTIALS alike, and after the same time, for a wrong password and an unknown name
 */
@inject()
export class LogIn {
  constructor(
    private readonly tries: LoginTries,
    private readonly hashing: PasswordHashing,
    private readonly login: SessionLogin,
    private readonly refused: RefusedLogins
  ) {}

  /** @param signal aborted when the client disconnects: an attempt that waits then ends */
  async handle(
    { username, password }: Credentials,
    client: ClientDetails,
    signal?: AbortSignal
  ): Promise<TokenPair> {
    const from = { account: User.normalize(username), address: clientKey(client.ip ?? undefined) }
    const logIn = (key: string) => this.#logIn({ from, key, password, client, signal })
    return this.refused.counting(() => this.tries.run(from, logIn, signal))
  }

  async #logIn(asked: Asked): Promise<TokenPair> {
    const { attempt, ...first } = await this.#tried(asked)
    let { user } = first
    for (let round = 0; round < MOST_ROUNDS; round++) {
      if (!user) return this.#refuse(attempt, asked)
      if (user.status !== 'enabled') {
        await attempt.succeed()
        throw new E_ACCOUNT_DISABLED()
      }
      const pair = await this.#opened(attempt, user, asked)
      if (pair) return pair
      user = await this.#verified(attempt, asked)
    }
    await attempt.release()
    throw new E_UNAVAILABLE()
  }

  /** An account that was locked while this one waited is tried as a locked one. */
  async #tried(asked: Asked): Promise<Tried> {
    const attempt = await this.tries.begin(asked.from)
    try {
      return { attempt, user: await this.#verified(attempt, asked) }
    } catch (error) {
      if (!(error instanceof E_ACCOUNT_LOCKED)) throw error
      const own = await this.tries.despite(error, asked.from)
      return { attempt: own, user: await this.#verified(own, asked) }
    }
  }

  /** `null` where password or status were changed since the user was read: then all is verified anew. */
  #opened(attempt: LoginTry, user: User, { from, password, client }: Asked) {
    return this.#releasing(attempt, async () => {
      if (!(await this.#renewHash(user, password))) return null
      const login = { account: from.account, forgets: attempt.forgets }
      const pair = await this.login.openFor(user, client, login)
      if (pair) await attempt.loggedIn()
      return pair
    })
  }

  #verified(attempt: LoginTry, { from, key, password, signal }: Asked): Promise<User | null> {
    const options = { key, before: () => attempt.enter(), signal }
    return this.#releasing(attempt, async () => {
      const named = () => User.findBy('username', from.account)
      const user = await actAsSystem('find who logs in', named)
      const right = user
        ? await this.hashing.verify(user.password, password, options)
        : await this.hashing.pretend(password, options)
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

  async #refuse(attempt: LoginTry, { from: { account }, client }: Asked): Promise<never> {
    const locked = await attempt.fail((isLocked, trx) =>
      recordSecurityEvent({ ...client, account, type: isLocked ? 'locked' : 'login_failed' }, trx)
    )
    throw locked ?? new E_INVALID_CREDENTIALS()
  }

  /** Resolves to whether the hash that was verified still is the user's; only then is another written over it. */
  async #renewHash(user: User, password: string): Promise<boolean> {
    if (!this.hashing.isOutdated(user.password)) return true
    const renewed = await this.hashing.make(password, { key: `user:${user.id}` })
    return actAsSystem('rehash with the present parameters', () => replacePassword(user, renewed))
  }
}
