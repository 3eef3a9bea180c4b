import type { LoginAccount } from './login_account.js'
import type { LoginLimits } from './login_limits.js'

/** One password that is verified. */
export interface LoginAttempt {
  readonly account: LoginAccount
  readonly address: string
  readonly limits: LoginLimits
  /** Where it is counted: at the account, or at the address alone; `null` before and after. */
  reserved: 'account' | 'address' | null
}
