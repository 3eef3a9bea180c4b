import type { Database } from '@adonisjs/lucid/database'
import { E_NOT_FOUND } from '#kernel/errors/main'
import type { PostOffice } from '../delivery/post_office.js'
import type { MessagingConfig } from '../messaging_config.js'
import type { Rosters } from '../rosters/rosters.js'
import { rowsOf } from '../statements.js'
import type { ReadMarks } from '../writing/read_marks.js'

/** A member has read up to a message. */
export class MarkRead {
  constructor(
    private readonly db: Database,
    private readonly rosters: Rosters,
    private readonly marks: ReadMarks,
    private readonly post: PostOffice,
    private readonly config: MessagingConfig
  ) {}

  async handle(userId: number, conversationId: number, upTo: number) {
    const roster = await this.rosters.forMember(conversationId, userId)
    const asked = Math.min(upTo, await this.#lastSeq(conversationId))
    await this.marks.mark({ conversationId, userId, seq: asked })
    const seq = await this.#markOf(conversationId, userId)

    const isSmall = roster.members.size <= this.config.signsUpTo
    await this.post.tell({
      conversationId,
      users: isSmall ? null : [userId],
      frame: { type: 'read', conversationId, userId, seq },
    })
    return { conversationId, seq }
  }

  /** The mark that results: another device may have read further. */
  async #markOf(conversationId: number, userId: number): Promise<number> {
    const sql =
      'select read_seq from conversation_members where conversation_id = ? and user_id = ?'
    const [row] = await rowsOf(this.db.connection(), sql, [conversationId, userId])
    if (!row) throw new E_NOT_FOUND('No such conversation')
    return Number(row.read_seq)
  }

  /** Nobody has read what was never written. */
  async #lastSeq(conversationId: number): Promise<number> {
    const sql = 'select last_seq from conversations where id = ?'
    const [row] = await rowsOf(this.db.connection(), sql, [conversationId])
    if (!row) throw new E_NOT_FOUND('No such conversation')
    return Number(row.last_seq)
  }
}
