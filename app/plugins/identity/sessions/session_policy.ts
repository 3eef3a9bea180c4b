export interface SessionRule {
  /** How long a refresh token lives, and so an unused session. */
  refreshSeconds: number
  /** How long a rotated refresh token still yields its successor. */
  graceSeconds: number
  /** How long a session lives at most, however often it is refreshed. */
  longestSeconds: number
  /** How many sessions one user may have open. */
  perUser: number
}

/** How long sessions and their tokens live, and how many there may be. */
export class SessionPolicy {
  constructor(readonly rule: SessionRule) {}

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
