import { inject } from '@adonisjs/core'
import { t } from '#kernel/contracts/main'
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
export class OnlineList {
  constructor(
    private readonly presence: Presence,
    private readonly people: People
  ) {}

  async page(query: PageQuery & { userId?: number }) {
    const { page, pageSize, offset } = pageOf(query)
    const sessions = (await this.presence.sessions()).filter(
      ({ userId }) => query.userId === undefined || userId === query.userId
    )
    const cards = await this.people.withinReach(sessions.map(({ userId }) => userId))
    const visible = sessions.filter(({ userId }) => cards.has(userId))
    const items = visible
      .slice(offset, offset + pageSize)
      .map((session) => onlineView(session, cards.get(session.userId)!))
    return { items, total: visible.length, page, pageSize }
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
