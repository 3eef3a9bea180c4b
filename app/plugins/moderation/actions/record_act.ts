import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { recordChanges } from '#kernel/auditing/main'

export interface Act {
  readonly action:
    | ('closed' | 'opened' | 'owner_changed' | 'deleted')
    | ('message_removed' | 'exported' | 'report_closed')
  readonly conversationId?: number
  readonly conversationName?: string | null
  readonly seq?: number
  readonly userId?: number | null
}

/** What somebody does with a conversation of others, in the audit trail; one that concerns a person alone is under theirs. */
export async function recordAct(act: Act, client: QueryClientContract): Promise<void> {
  const { action, conversationId, conversationName: name = null, seq = null, userId = null } = act
  const subject =
    conversationId === undefined
      ? { type: 'user', id: userId }
      : { type: 'conversation', id: conversationId, name, after: { seq, userId } }
  await recordChanges([{ action, ...subject }], client)
}
