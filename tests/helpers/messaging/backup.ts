import db from '@adonisjs/lucid/services/db'
import { dialectOf } from '#kernel/database/dialect'
import { clock } from '#kernel/state/clock'
import { parts } from './people.js'

/** Nodes are stopped for it and started again. */
const A_RESTORE_MS = 10_000

/** What a backup holds of a conversation, in the place of a copy of the whole database. */
export class ConversationBackup {
  private constructor(
    private readonly id: number,
    private readonly conversation: Record<string, unknown>,
    private readonly members: readonly Record<string, unknown>[]
  ) {}

  static async of(id: number): Promise<ConversationBackup> {
    const conversation = await db.from('conversations').where({ id }).firstOrFail()
    const members = await db.from('conversation_members').where('conversation_id', id)
    return new ConversationBackup(id, conversation, members)
  }

  /** Whatever was said since is gone, and its numbers are given again, those of the rows among them. The clock travels: take it back. */
  async restore(): Promise<void> {
    const { last_seq: last, last_message_at: at } = this.conversation
    const ofIt = { conversation_id: this.id }
    await db.transaction(async (trx) => {
      for (const table of ['messages', 'message_recalls'])
        await trx
          .from(table)
          .where(ofIt)
          .where('seq', '>', last as number)
          .delete()
      const numbers = { last_seq: last, last_message_at: at }
      await trx.from('conversations').where('id', this.id).update(numbers)
      for (const { user_id: userId, read_seq: read } of this.members)
        await trx
          .from('conversation_members')
          .where({ ...ofIt, user_id: userId })
          .update({ read_seq: read })
    })
    for (const table of ['messages', 'message_recalls']) await countOnFromRows(table)
    clock.travel(A_RESTORE_MS)
  }
}

/** The conversation is of after the backup: there is nothing of it, and its number is given again. */
export async function neverMade(id: number): Promise<void> {
  for (const table of OF_CONVERSATIONS) {
    await db.from(table).where('conversation_id', id).delete()
    await countOnFromRows(table)
  }
  await db.from('conversations').where({ id }).delete()
  await countOnFromRows('conversations')
  const { rosters } = await parts()
  rosters.forget(id)
}

const OF_CONVERSATIONS = ['message_recalls', 'messages', 'conversation_members']

/** The next row is given the number after the highest that there is, as after a backup is restored. */
async function countOnFromRows(table: string): Promise<void> {
  const [row] = await db.from(table).max('id as last')
  const next = Number((row as { last: number | null }).last ?? 0) + 1
  await COUNT_ON[dialectOf(db.connection())](table, next)
}

const COUNT_ON = {
  sqlite: (table: string, next: number) =>
    db.rawQuery('update sqlite_sequence set seq = ? where name = ?', [next - 1, table]),
  postgres: (table: string, next: number) =>
    db.rawQuery(`select setval(pg_get_serial_sequence('${table}', 'id'), ?, false)`, [next]),
  mysql: (table: string, next: number) =>
    db.rawQuery(`alter table ${table} auto_increment = ${next}`),
} as const
