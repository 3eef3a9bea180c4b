import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import { t, type Shaped } from '#kernel/contracts/main'
import { EntryLog } from '../entries/entry_log.js'
import { membershipOf } from '../rosters/membership.js'
import { entryShape, entryView } from '../transformers/entry_transformer.js'

export const pinnedShape = t.object(
  { items: t.array(entryShape), asOf: t.integer({ minimum: 0 }) },
  { title: 'PinnedMessages' }
)

/** The pinned messages of a conversation that one sees, the newest first. */
@inject()
export class PinnedMessages {
  constructor(private readonly log: EntryLog) {}

  /** @throws E_NOT_FOUND */
  async of(userId: number, conversationId: number): Promise<Shaped<typeof pinnedShape>> {
    const { fromSeq, lastSeq } = await membershipOf(db.connection(), conversationId, userId)
    const pinned = await this.log.pinned(conversationId, fromSeq)
    return { items: pinned.map(entryView), asOf: lastSeq }
  }
}
