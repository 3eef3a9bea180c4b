import { clock } from '#kernel/state/main'
import type { Snapshot } from './snapshot.js'

/** What one login gave. */
export interface Login {
  access: string
  refresh: string
  sessionId: number
  /** By the clock of all nodes. */
  expiresAt: number
  hasEnded: boolean
}

interface TokenPair {
  accessToken: string
  refreshToken: string
  expiresIn: number
}

/** Somebody who acts, and what they know of themselves. */
export class Person {
  readonly logins: Login[] = []

  constructor(
    readonly name: string,
    readonly id: number,
    readonly username: string,
    public password: string
  ) {}

  /** The login they use; the latest of the ended ones where there is none. */
  get login(): Login | undefined {
    return this.logins.findLast(({ hasEnded }) => !hasEnded) ?? this.logins.at(-1)
  }

  get ended(): Login | undefined {
    return this.logins.findLast(({ hasEnded }) => hasEnded)
  }

  enter({ accessToken, refreshToken, expiresIn }: TokenPair, after: Snapshot): void {
    const own = after.get('sessions')!.filter((row) => row.user_id === this.id)
    const sessionId = Math.max(...own.map(({ id }) => Number(id)))
    const expiresAt = clock.now() + expiresIn * 1_000
    const pair = { access: accessToken, refresh: refreshToken, expiresAt }
    this.logins.push({ ...pair, sessionId, hasEnded: false })
  }

  renew(login: Login, { accessToken, refreshToken, expiresIn }: TokenPair): void {
    const expiresAt = clock.now() + expiresIn * 1_000
    Object.assign(login, { access: accessToken, refresh: refreshToken, expiresAt })
  }

  /** What ended stays ended, whatever is so afterwards. */
  look(after: Snapshot): void {
    const isEnabled = after
      .get('users')!
      .some(({ id, status }) => id === this.id && status === 'enabled')
    const open = new Set(
      after.get('sessions')!.flatMap((row) => (row.ended_at === null ? [Number(row.id)] : []))
    )
    for (const login of this.logins) login.hasEnded ||= !isEnabled || !open.has(login.sessionId)
  }
}

export const isAlive = ({ hasEnded, expiresAt }: Login): boolean =>
  !hasEnded && clock.now() < expiresAt
