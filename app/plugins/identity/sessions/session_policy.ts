import { spend } from '#kernel/rate_limit/main'

export interface SessionRule {
  /** How long a refresh token lives, and so an unused session. */
  refreshSeconds: number
  /** How long a used refresh token still yields its successor. */
  graceSeconds: number
  /** How long a session lives at most, however often it is refreshed. */
  longestSeconds: number
  /** How many sessions one user may have open: the default of a parameter. */
  perUser: number
  /** Refreshes of one session in an hour; a second use that yields the same successor does not count. */
  refreshesPerHour: number
  /** Logins of one user in an hour. */
  loginsPerHour: number
}

/** How long sessions and their tokens live, and how many there may be. */
export class SessionPolicy {
  constructor(readonly rule: SessionRule) {}

  /** Counts a refresh of this session. @throws E_TOO_MANY_REQUESTS */
  countRefresh(sessionId: number): Promise<void> {
    const spent = 'This session was refreshed as often as one may be in an hour'
    return spend(hourlyQuota('refreshes', this.rule.refreshesPerHour, spent), sessionId)
  }

  /** Counts a login of this user with the right password. @throws E_TOO_MANY_REQUESTS */
  countLogin(userId: number): Promise<void> {
    const spent = 'You have logged in as often as one may in an hour'
    return spend(hourlyQuota('logins', this.rule.loginsPerHour, spent), userId)
  }

  /** When a session expires unless it is used again. */
  expiryMs(openedAtMs: number, usedAtMs: number): number {
    return Math.min(usedAtMs + this.rule.refreshSeconds * 1000, this.endMs(openedAtMs))
  }

  /** When a session ends, however often it is used. */
  endMs(openedAtMs: number): number {
    return openedAtMs + this.rule.longestSeconds * 1000
  }

  /** Sessions that were opened before have ended. */
  eldestMs(nowMs: number): number {
    return nowMs - this.rule.longestSeconds * 1000
  }
}

function hourlyQuota(what: string, most: number, spent: string) {
  return { name: `identity:${what}`, most, duration: '1 hour', spent }
}
