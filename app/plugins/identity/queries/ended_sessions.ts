import { actAsSystem } from '#kernel/acting/main'
import Session, { type EndReason } from '../models/session.js'

/** Login sessions that somebody ended, for plugins where something goes on beyond a request. */
export class EndedSessions {
  /** Those of `ids` that are ended, and why. One that has merely expired is not among them. */
  async among(ids: readonly number[]): Promise<Map<number, EndReason>> {
    const ended = await actAsSystem('learn which logins are over', () =>
      Session.query()
        .whereIn('id', [...ids])
        .whereNotNull('endedAt')
        .select('id', 'endReason')
    )
    return new Map(ended.map(({ id, endReason }) => [id, endReason ?? 'logout']))
  }
}
