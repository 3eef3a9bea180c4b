import { E_TOO_MANY_REQUESTS } from '#kernel/errors/main'
import { E_ACCOUNT_DISABLED, E_ACCOUNT_LOCKED, E_INVALID_CREDENTIALS } from '../errors.js'

const REASONS = {
  credentials: E_INVALID_CREDENTIALS,
  locked: E_ACCOUNT_LOCKED,
  disabled: E_ACCOUNT_DISABLED,
  too_many: E_TOO_MANY_REQUESTS,
}

/** How many logins this node has refused since it started, by reason; faults of the service are not counted. */
export class RefusedLogins {
  readonly counts: Record<string, number> = { credentials: 0, locked: 0, disabled: 0, too_many: 0 }

  /** For `catch`: counts what is refused, and throws it. */
  readonly rethrow = (error: unknown): never => {
    for (const [reason, Refused] of Object.entries(REASONS))
      if (error instanceof Refused) this.counts[reason]! += 1
    throw error
  }
}
