import db from '@adonisjs/lucid/services/db'
import { dialectOf, runPrepared } from '#kernel/database/main'
import { actAsSystem } from '#kernel/acting/main'
import SecurityEvent from '../models/security_event.js'
import Session from '../models/session.js'
import type { ClientDetails } from '../sessions/client_details.js'
import { marksOf, type ClientMarks } from '../sessions/client_marks.js'

export interface Login {
  userId: number
  sessionId: number
  client: ClientDetails
}

/** What of a login was never seen of its person before. */
export interface Novelty {
  device: boolean
  network: boolean
}

const SEEN = `select
  exists (select 1 from sessions where user_id = ? and device = ? and id < ?) as device,
  exists (select 1 from sessions where user_id = ? and network = ? and id < ?) as network`

/** From where and with what people logged in, as far as their sessions are kept. */
export class EarlierLogins {
  /** `null` for the first login of all. What says no address comes from no new one. */
  async noveltyOf({ userId, sessionId, client }: Login): Promise<Novelty | null> {
    const marks = marksOf(client)
    const { device, network } = await this.#seen(userId, sessionId, marks)
    const novelty = { device: !device, network: !network && marks.network !== null }
    if (!novelty.device && !novelty.network) return novelty
    return (await this.#isFirst(userId, sessionId)) ? null : novelty
  }

  async #seen(userId: number, sessionId: number, { device, network }: ClientMarks) {
    const client = db.connection()
    const bindings = [userId, device, sessionId, userId, network ?? '', sessionId]
    const [row] = await runPrepared(client, dialectOf(client), { sql: SEEN, bindings })
    return { device: Boolean(row!.device), network: Boolean(row!.network) }
  }

  /** The history is kept for longer than sessions are. */
  #isFirst(userId: number, sessionId: number): Promise<boolean> {
    return actAsSystem('learn whether somebody logged in before', async () => {
      const session = await Session.query()
        .where('userId', userId)
        .where('id', '<', sessionId)
        .select('id')
        .first()
      if (session) return false
      const login = await SecurityEvent.query()
        .where({ userId, type: 'login' })
        .where('sessionId', '<', sessionId)
        .select('id')
        .first()
      return login === null
    })
  }
}
