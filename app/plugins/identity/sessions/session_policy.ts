import { spend } from '#kernel/rate_limit/main'

export interface SessionRule {
  /** How long a refresh token lives, and so an unused session. */
  refreshSeconds: number
  /** How long a rotated refresh token still yields its successor. */
  graceSeconds: number
  /** How long a session lives at most, however often it is refreshed. */
  longestSeconds: number
  /** How many sessions one user may have open. */
  perUser: number
  /** How often one session may be refreshed in an hour; what yields the same successor does not count. */
  refreshesPerHour: number
  /** How often one user may log in in an hour. */
  loginsPerHour: number
}

/** How long sessions and their tokens live, and how many there may be. */
export class SessionPolicy {
  constructor(readonly rule: SessionRule) {}

  /** One more refresh of this session. @throws E_TOO_MANY_REQUESTS */
  spendRefresh(sessionId: number): Promise<void> {
    const spent = 'This session was refreshed as often as one may be in an hour'
    return spend(anHour('refreshes', this.rule.refreshesPerHour, spent), sessionId)
  }

  /** One more login of this user, with the right password. @throws E_TOO_MANY_REQUESTS */
  spendLogin(userId: number): Promise<void> {
    const spent = 'You have logged in as often as one may in an hour'
    return spend(anHour('logins', this.rule.loginsPerHour, spent), userId)
  }

  /** Until when a session may go on that is opened, or used, at this moment. */
  expiryMs(openedAtMs: number, usedAtMs: number): number {
    return Math.min(usedAtMs + this.rule.refreshSeconds * 1000, this.endMs(openedAtMs))
  }

  /** When a session ends for good. */
  endMs(openedAtMs: number): number {
    return openedAtMs + this.rule.longestSeconds * 1000
  }

  /** A session that was opened before is over. */
  eldestMs(nowMs: number): number {
    return nowMs - this.rule.longestSeconds * 1000
  }
}

function anHour(what: string, most: number, spent: string) {
  return { name: `identity:${what}`, most, duration: '1 hour', spent }
}
