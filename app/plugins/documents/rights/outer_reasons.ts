import { inject } from '@adonisjs/core'
import { EndedSessions, type Card, type EndReason } from '#plugins/identity/main'

export interface LetIn {
  userId: number
  /** The login in which they were. */
  sessionId: number | null
}

/** Own doings: a logout, and a later login for which an earlier one gave way. */
const OWN: readonly EndReason[] = ['logout', 'superseded']

/** What sends somebody out whatever the document; what they did themselves does not. */
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
