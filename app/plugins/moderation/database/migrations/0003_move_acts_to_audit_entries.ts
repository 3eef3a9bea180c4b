import { BaseSchema } from '@adonisjs/lucid/schema'
import { storedMillis } from '#kernel/database/main'
import { type PastRecord, recordPast } from '#plugins/audit/main'

const AT_ONCE = 500

/** What moderators did is in the audit trail; the table of acts stays for nodes of the release before. */
export default class extends BaseSchema {
  async up() {
    this.defer(async (db) => {
      for (let after = 0; ;) {
        const acts = db.from('moderation_acts').where('id', '>', after).orderBy('id')
        const rows = await acts.limit(AT_ONCE)
        await recordPast(rows.map(recordOf), db)
        if (rows.length < AT_ONCE) return
        after = Number(rows.at(-1).id)
      }
    })
  }

  async down() {}
}

function recordOf(act: Record<string, unknown>): PastRecord {
  const { conversation_id: conversation, conversation_name: name, seq, user_id: userId } = act
  const action = act.action === 'owner' ? 'owner_changed' : String(act.action)
  const subject =
    conversation === null
      ? { type: 'user', id: Number(userId) }
      : { type: 'conversation', id: Number(conversation), name: name as string | null }
  return {
    ...{ at: storedMillis(act.created_at), actorId: Number(act.operator_id), action },
    ...subject,
    after: conversation === null ? null : { seq, userId },
  }
}
