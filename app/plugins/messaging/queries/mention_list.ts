import db from '@adonisjs/lucid/services/db'
import { LARGEST_ID, type Shaped } from '#kernel/contracts/main'
import { MessageLog } from '../delivery/message_log.js'
import { sightAmong, type Sight } from '../rosters/sight.js'
import { isWithin } from '../rosters/stays.js'
import { cursorBefore, idBefore } from './id_cursor.js'
import { firstWithin, PAGE_BYTES } from './within_bytes.js'
import { rowsOf } from '../statements.js'
import { mentionView, type mentionsShape } from '../transformers/mention_transformer.js'

export interface MentionQuery {
  unread?: boolean
  limit?: number
  cursor?: string
}

interface Mention {
  readonly messageId: number
  readonly unread: boolean
}

const AT_ONCE = 500
/** One request looks through so many, as 500 times this; it goes on by its cursor. */
const MOST_TIMES = 10

/** Where somebody is mentioned, of all that they may see, the newest first. */
export class MentionList {
  readonly #log = new MessageLog(db)

  /** @throws E_VALIDATION for a cursor of something else */
  async page(userId: number, query: MentionQuery): Promise<Shaped<typeof mentionsShape>> {
    const { limit = 20, cursor } = query
    const before = cursor === undefined ? LARGEST_ID : idBefore(cursor)
    const { found, reached } = await this.#find({ userId, query, before, most: limit + 1 })
    const mentions = new Map(found.slice(0, limit).map((one) => [one.messageId, one]))
    const messages = await this.#log.byIds([...mentions.keys()])
    const shown = firstWithin(messages, PAGE_BYTES)
    const items = shown
      .filter(({ recalledAt }) => recalledAt === null)
      .map((message) => mentionView(message, mentions.get(message.id)!.unread))
    const isCut = shown.length < messages.length
    const last = isCut
      ? shown.at(-1)!.id
      : found.length > limit
        ? found[limit - 1]!.messageId
        : reached
    return { items, nextCursor: last === null ? null : cursorBefore(last) }
  }

  async #find({ userId, query, before, most }: Finding) {
    const found: Mention[] = []
    let id = before
    for (let times = 0; times < MOST_TIMES && found.length < most; times++) {
      const rows = await rowsOf(db.connection(), MENTIONS, [userId, id])
      const ids = rows.map((row) => Number(row.conversation_id))
      const seen = await sightAmong(db.connection(), userId, ids)
      for (const row of rows) {
        const sight = seen.get(Number(row.conversation_id))
        const mention = mentionIn(sight, Number(row.seq), Number(row.message_id))
        if (mention && (mention.unread || !query.unread)) found.push(mention)
      }
      if (rows.length < AT_ONCE) return { found, reached: null }
      id = Number(rows.at(-1)!.message_id)
    }
    return { found, reached: id }
  }
}

interface Finding {
  readonly userId: number
  readonly query: MentionQuery
  readonly before: number
  readonly most: number
}

/** `null` where it is not seen. Who has left has nothing unread: nobody there takes marks of theirs any more. */
function mentionIn(sight: Sight | undefined, seq: number, messageId: number): Mention | null {
  if (!sight || !isWithin(sight.stays, seq)) return null
  return { messageId, unread: sight.isMember && seq > sight.readSeq }
}

const MENTIONS = `
  select message_id, conversation_id, seq from message_mentions
  where user_id = ? and message_id < ? order by message_id desc limit ${AT_ONCE}`
