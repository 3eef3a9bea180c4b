import { inject } from '@adonisjs/core'
import { t } from '#kernel/contracts/main'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { EndSessions } from '#plugins/access/main'
import { People, type Card } from '#plugins/identity/main'
import { Presence, type OnlineSession } from '../presence/presence.js'
import { pageOf, type PageQuery } from './paging.js'

export const onlineShape = t.object(
  {
    userId: t.id(),
    username: t.text(),
    nickname: t.text(),
    departmentId: t.nullable(t.id()),
    sessionId: t.id(),
    since: t.instant(),
  },
  { title: 'OnlinePeople' }
)

/** Sessions with open sockets on any node, of people within the reach of whoever acts. */
@inject()
export class OnlineSessions {
  constructor(
    private readonly presence: Presence,
    private readonly people: People,
    private readonly endSessions: EndSessions
  ) {}

  async page(query: PageQuery & { userId?: number }) {
    const { page, pageSize, offset } = pageOf(query)
    const { sessions, cards } = await this.#visible(query)
    const items = sessions
      .slice(offset, offset + pageSize)
      .map((session) => onlineView(session, cards.get(session.userId)!))
    return { items, total: sessions.length, page, pageSize }
  }

  /**
   * Ends them: their sockets close on every node, their tokens are dead.
   *
   * @throws E_NOT_FOUND for somebody out of reach, or not online; E_FORBIDDEN for who holds more than whoever acts
   */
  async end(userId: number, sessionId?: number): Promise<void> {
    const { sessions } = await this.#visible({ userId, sessionId })
    if (sessions.length === 0) throw new E_NOT_FOUND('Nobody like that is online')
    const ids = new Set(sessions.map((session) => session.sessionId))
    await this.endSessions.handle(userId, ids, 'kicked')
  }

  async #visible(only: { userId?: number; sessionId?: number }) {
    const online = (await this.presence.sessions()).filter(
      ({ userId, sessionId }) =>
        userId === (only.userId ?? userId) && sessionId === (only.sessionId ?? sessionId)
    )
    const cards = await this.people.withinReach(online.map(({ userId }) => userId))
    return { sessions: online.filter(({ userId }) => cards.has(userId)), cards }
  }
}

function onlineView({ userId, sessionId, since }: OnlineSession, card: Card) {
  const { username, nickname, departmentId } = card
  return {
    userId,
    username,
    nickname,
    departmentId,
    sessionId,
    since: new Date(since).toISOString(),
  }
}
