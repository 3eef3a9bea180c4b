import type { RefusalClass } from '#kernel/errors/main'
import type { Parameters } from '#kernel/parameters/main'
import { clientKey, tooMany } from '#kernel/rate_limit/main'
import { clock } from '#kernel/state/main'
import { KeyedSemaphore } from '#kernel/workers/main'
import { type Said, say } from '#kernel/languages/main'
import { accountLocked } from '../errors.js'
import { fingerprintOf, type ClientDetails } from '../sessions/client_details.js'
import type { AddressLimits } from './address_limits.js'
import { findLoginAccount, type LoginAccount } from './login_account.js'
import type { LoginAttempt } from './login_attempt.js'
import type { LoginAttempts } from './login_attempts.js'
import { loginLimits } from './login_limits.js'
import type { PasswordHashing } from './password_hashing.js'

export interface PresentedPassword {
  /** As `User.normalize` writes it. */
  account: string
  password: string
  client: ClientDetails
  /** Aborted when the client disconnects: an attempt that waits then ends. */
  signal?: AbortSignal
}

export interface VerifiedPassword {
  user: NonNullable<LoginAccount['user']>
  /** Released afterwards, unless `succeed` was called. */
  attempt: LoginAttempt
  /** Whether the password should be hashed again with the present parameters. */
  isOutdated: boolean
}

const TOO_MANY_AT_ONCE = 'Too many try this account’s password at once'
const RETRY_AFTER_SECONDS = 5

/**
 * Limits how often passwords are tried, by account and by address. The attempts at an account, and those of an address, run
 * one after another in this process, so that each sees the outcome of those before. An address from which the account was
 * logged in to before waits for nobody else.
 */
export class LoginThrottle {
  readonly #perAddress = oneAtATime(250, say`Too many logins from this address wait`)
  readonly #perAccount = oneAtATime(31, TOO_MANY_AT_ONCE)

  constructor(
    private readonly attempts: LoginAttempts,
    private readonly hashing: PasswordHashing,
    private readonly parameters: Parameters,
    private readonly addresses: AddressLimits
  ) {}

  /**
   * Verifies the password of an account name, whether or not somebody has it, and continues with `next`. A wrong one is
   * recorded in the history.
   *
   * @throws E_ACCOUNT_LOCKED before anything is hashed, and for the attempt that reaches the limit
   * @throws E_TOO_MANY_REQUESTS for an address that guessed too often, and where too many wait or other attempts have
   *   reserved all that are left
   * @throws the refusal `Wrong`; the signal’s reason; whatever `next` throws
   */
  async verify<Result>(
    presented: PresentedPassword,
    Wrong: RefusalClass,
    next: (verified: VerifiedPassword) => Promise<Result>
  ): Promise<Result> {
    const { password, client, signal } = presented
    const fingerprint = fingerprintOf(client)
    const [account, limits] = await Promise.all([
      findLoginAccount(presented.account, fingerprint),
      loginLimits(this.parameters),
    ])
    const address = fingerprint.address ?? clientKey(undefined)
    const attempt: LoginAttempt = { account, address, limits, reserved: null }
    return this.#inTurn(attempt, signal, async () => {
      const { user } = account
      const options = { key: queueKey(attempt), before: () => this.#reserve(attempt), signal }
      const verdict = await this.hashing.judge(user?.password, password, options)
      if (!user || verdict === 'wrong') return this.#fail(attempt, client, Wrong)
      return next({ user, attempt, isOutdated: verdict === 'outdated' })
    })
  }

  /** The password was right. @param isCleared whether the account’s count was cleared already */
  async succeed(attempt: LoginAttempt, { isCleared = false } = {}): Promise<void> {
    const { account, reserved } = attempt
    if (reserved === 'address') await this.addresses.clear(attempt)
    else if (!isCleared) await this.attempts.clear(account.name)
    attempt.reserved = null
  }

  async #inTurn<Result>(
    attempt: LoginAttempt,
    signal: AbortSignal | undefined,
    work: () => Promise<Result>
  ): Promise<Result> {
    const { account, address } = attempt
    const releasing = () => work().finally(() => this.#release(attempt))
    if (account.seenBefore.address)
      return this.#perAccount.run(queueKey(attempt), releasing, signal)

    if (account.lockedUntilMs !== null) throw accountLocked(account.lockedUntilMs)
    const next = async () => {
      await this.addresses.assertBelowLimit(address)
      return this.#perAccount.run(account.name, releasing, signal)
    }
    return this.#perAddress.run(address, next, signal)
  }

  /** While others have locked the account, a known address uses the attempts of its own. */
  async #reserve(attempt: LoginAttempt): Promise<void> {
    const { account, limits } = attempt
    const { name, hasAttempts, lockedUntilMs } = account
    if (lockedUntilMs === null && (await this.attempts.reserve(name, hasAttempts, limits))) {
      attempt.reserved = 'account'
      return
    }
    const untilMs = lockedUntilMs ?? (await this.attempts.lockedUntilMs(name))
    if (untilMs === null) throw tooMany(TOO_MANY_AT_ONCE, RETRY_AFTER_SECONDS)
    if (!account.seenBefore.address || !(await this.addresses.reserve(attempt)))
      throw accountLocked(untilMs)
    attempt.reserved = 'address'
  }

  /** A known address that locks the account has no attempts of its own left either. */
  async #fail(attempt: LoginAttempt, client: ClientDetails, Wrong: RefusalClass): Promise<never> {
    const { account, address, limits, reserved } = attempt
    const { name, seenBefore } = account
    await this.addresses.countFailure(address)
    const isLast =
      reserved === 'address'
        ? await this.addresses.fail(attempt, client)
        : await this.attempts.fail(name, client, limits)
    if (isLast && reserved === 'account' && seenBefore.address) await this.addresses.block(attempt)
    attempt.reserved = null
    throw isLast ? accountLocked(clock.now() + limits.lockMinutes * 60_000) : new Wrong()
  }

  /** For an attempt that neither failed nor succeeded, as when the service itself failed. */
  async #release(attempt: LoginAttempt): Promise<void> {
    const { account, reserved } = attempt
    if (reserved === 'address') await this.addresses.release(attempt)
    if (reserved === 'account') await this.attempts.release(account.name)
    attempt.reserved = null
  }
}

/** A known address waits only for attempts of its own at the account. */
function queueKey({ account, address }: LoginAttempt): string {
  return account.seenBefore.address ? `${address} ${account.name}` : address
}

function oneAtATime(maxQueuePerKey: number, message: Said): KeyedSemaphore {
  const busyMessage = say`${message}; try again later`
  return new KeyedSemaphore({ limit: Infinity, limitPerKey: 1, maxQueuePerKey, busyMessage })
}
