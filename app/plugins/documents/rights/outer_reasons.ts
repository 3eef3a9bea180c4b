import { inject } from '@adonisjs/core'
import { EndedSessions, type Card, type EndReason } from '#plugins/identity/main'

export interface LetIn {
  userId: number
  /** Their login. */
  sessionId: number | null
}

/** The user ended the login, or replaced it by a later one. */
const OWN: readonly EndReason[] = ['logout', 'superseded']

/** Why somebody must leave every document: a disabled account, or a login that somebody else ended. */
@inject()
export class OuterReasons {
  constructor(private readonly sessions: EndedSessions) {}

  /** @returns the reason for each; `null` where there is none */
  async of(
    people: readonly LetIn[],
    cards: ReadonlyMap<number, Card>
  ): Promise<(one: LetIn) => string | null> {
    const ended = await this.sessions.among(people.flatMap(({ sessionId }) => sessionId || []))
    return ({ userId, sessionId }) => {
      if (!cards.get(userId)?.active) return 'their account is disabled or gone'
      const end = sessionId ? ended.get(sessionId) : undefined
      return end && !OWN.includes(end) ? 'their login was ended' : null
    }
  }
}
