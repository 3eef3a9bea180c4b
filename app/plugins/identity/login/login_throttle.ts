import { KeyedSemaphore } from '#kernel/workers/main'
import { accountLocked } from '../errors.js'
import { recordSecurityEvent } from '../security_log.js'
import { marksOf } from '../sessions/client_marks.js'
import type { ClientDetails } from '../sessions/client_details.js'
import type { RefusalClass } from '#kernel/errors/main'
import { findLoginAccount, type LoginAccount } from './login_account.js'
import { LoginAttempt } from './login_attempt.js'
import type { LockoutRule, LoginAttempts } from './login_attempts.js'
import type { PasswordHashing } from './password_hashing.js'

export interface PresentedPassword {
  /** As `User.normalize` writes it. */
  account: string
  password: string
  client: ClientDetails
  /** Aborted when the client disconnects: an attempt that waits then ends. */
  signal?: AbortSignal
}

/** Whose password was right. */
export interface VerifiedAccount {
  account: LoginAccount
  user: NonNullable<LoginAccount['user']>
  /** Given back where it is not settled. */
  attempt: LoginAttempt
  /** Whether the hash should be made anew. */
  isOutdated: boolean
}

type WhenRight<Result> = (verified: VerifiedAccount) => Promise<Result>

/**
 * Limits how often passwords are tried, by account and by address. Attempts at an account, and those from an address, run one
 * after another in this process, so that one that waits sees the outcome of those before. An address from which the
 * account was logged in to before waits for nobody else.
 */
export class LoginThrottle {
  readonly #perAddress = oneByOne(250, 'Too many logins from this address wait')
  readonly #perAccount = oneByOne(31, 'Too many try this account’s password at once')

  constructor(
    private readonly attempts: LoginAttempts,
    private readonly hashing: PasswordHashing,
    private readonly rule: LockoutRule
  ) {}

  /**
   * Verifies the password of an account, known or not, and goes on with `whenRight`. A wrong one is noted in the history.
   *
   * @throws E_ACCOUNT_LOCKED before anything is hashed, and for the attempt that reaches the limit
   * @throws E_TOO_MANY_REQUESTS for an address that guessed too often, or where too many wait from it or for the account,
   *   or others have all tries that are left
   * @throws the refusal `Wrong`; the signal’s reason; whatever `whenRight` throws
   */
  async verify<Result>(
    presented: PresentedPassword,
    Wrong: RefusalClass,
    whenRight: WhenRight<Result>
  ): Promise<Result> {
    const marks = marksOf(presented.client)
    const account = await findLoginAccount(presented.account, marks)
    const attempt = new LoginAttempt(account, marks.address, this.attempts, this.rule)
    return this.#inTurn(attempt, presented.signal, async () => {
      const { password, signal } = presented
      const options = { key: attempt.key, before: () => attempt.begin(), signal }
      const { user } = account
      const verdict = await this.hashing.judge(user?.password, password, options)
      if (!user || verdict === 'wrong') return this.#refuse(attempt, presented, Wrong)
      return whenRight({ account, user, attempt, isOutdated: verdict === 'outdated' })
    })
  }

  async #inTurn<Result>(
    attempt: LoginAttempt,
    signal: AbortSignal | undefined,
    work: () => Promise<Result>
  ): Promise<Result> {
    const { account, key } = attempt
    const releasing = () => work().finally(() => attempt.release())
    if (account.knows.address) return this.#perAccount.run(key, releasing, signal)

    attempt.assertUnlocked()
    const inTurn = async () => {
      await attempt.assertAddressMayFail()
      return this.#perAccount.run(account.name, releasing, signal)
    }
    return this.#perAddress.run(key, inTurn, signal)
  }

  async #refuse(
    attempt: LoginAttempt,
    { account, client }: PresentedPassword,
    Wrong: RefusalClass
  ): Promise<never> {
    const lockedUntilMs = await attempt.fail((isLocked, trx) =>
      recordSecurityEvent({ ...client, account, type: isLocked ? 'locked' : 'login_failed' }, trx)
    )
    throw lockedUntilMs === null ? new Wrong() : accountLocked(lockedUntilMs)
  }
}

function oneByOne(maxQueuePerKey: number, crowded: string): KeyedSemaphore {
  const busyMessage = `${crowded}; try again later`
  return new KeyedSemaphore({ limit: Infinity, limitPerKey: 1, maxQueuePerKey, busyMessage })
}
