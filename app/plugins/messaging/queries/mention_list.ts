import { inject } from '@adonisjs/core'
import type { Infer } from '@vinejs/vine/types'
import { LARGEST_ID, t, type Shaped } from '#kernel/contracts/main'
import { EntryLog } from '../entries/entry_log.js'
import { read } from '../statements.js'
import { entryShape, entryView } from '../transformers/entry_transformer.js'
import type { mentionsValidator } from '../validators/messaging_validators.js'
import { cursorBefore, idBefore } from './paging.js'

export const mentionsShape = t.object(
  {
    items: t.array(
      t.object(
        {
          message: entryShape,
          unread: t.boolean({ description: 'Above the read mark of its conversation' }),
        },
        { title: 'Mention' }
      )
    ),
    nextCursor: t.nullable(t.text({ description: 'Goes on further back; null at the end' })),
  },
  { title: 'Mentions' }
)

type MentionQuery = Infer<typeof mentionsValidator>

/** Where somebody is mentioned, the newest first; nobody is mentioned in what they do not see. */
@inject()
export class MentionList {
  constructor(private readonly log: EntryLog) {}

  /** @throws E_VALIDATION for a cursor of something else */
  async page(userId: number, query: MentionQuery): Promise<Shaped<typeof mentionsShape>> {
    const { unread, limit = 20, cursor } = query
    const before = cursor === undefined ? LARGEST_ID : idBefore(cursor)
    const rows = await read(unread ? UNREAD : ALL, [userId, before, limit + 1])
    const shown = new Map(
      rows.slice(0, limit).map((row) => [Number(row.entry_id), Boolean(row.unread)])
    )
    const messages = await this.log.byIds([...shown.keys()])
    const items = messages.map((message) => {
      return { message: entryView(message), unread: shown.get(message.id)! }
    })
    const last = rows.length > limit ? Number(rows[limit - 1]!.entry_id) : null
    return { items, nextCursor: last === null ? null : cursorBefore(last) }
  }
}

const ALL = `
  select n.entry_id, n.seq > m.read_seq as unread
  from message_mentions n
  join conversation_members m on m.conversation_id = n.conversation_id and m.user_id = n.user_id
  where n.user_id = ? and n.entry_id < ? and m.to_seq is null
  order by n.entry_id desc limit ?`

const UNREAD = ALL.replace('and m.to_seq is null', 'and m.to_seq is null and n.seq > m.read_seq')
