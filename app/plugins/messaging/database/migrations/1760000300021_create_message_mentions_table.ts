import { BaseSchema } from '@adonisjs/lucid/schema'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'

const AT_ONCE = 500

interface Mentioning {
  id: number
  conversation_id: number
  seq: number
  mentions: string
}

/** Who is mentioned where; of messages of before as well. */
export default class extends BaseSchema {
  /** MySQL keeps the table of one that was cut short: then it goes on from there. */
  async up() {
    if (!(await this.db.schema.hasTable('message_mentions'))) this.#create()
    this.defer(noteMentions)
  }

  async down() {
    this.schema.dropTable('message_mentions')
  }

  #create() {
    this.schema.createTable('message_mentions', (table) => {
      table.increments('id')
      table.integer('message_id').unsigned().notNullable()
      table.integer('conversation_id').unsigned().notNullable()
      table.integer('seq').notNullable()
      table.integer('user_id').unsigned().notNullable()
      table.unique(['user_id', 'conversation_id', 'seq'])
      table.index(['user_id', 'message_id'])
      table.index(['conversation_id', 'seq'])
    })
  }
}

async function noteMentions(db: QueryClientContract) {
  for (let after = await notedUntil(db); ;) {
    const messages = await mentioningAfter(db, after)
    if (messages.length === 0) return
    const rows = messages.flatMap(({ id, conversation_id, seq, mentions }) => {
      const userIds = new Set(JSON.parse(mentions) as number[])
      return [...userIds].map((user_id) => ({ message_id: id, conversation_id, seq, user_id }))
    })
    for (let from = 0; from < rows.length; from += AT_ONCE)
      await db.table('message_mentions').multiInsert(rows.slice(from, from + AT_ONCE))
    after = messages.at(-1)!.id
  }
}

/** Of the last message some may be missing: it is noted once more. */
async function notedUntil(db: QueryClientContract): Promise<number> {
  const last = await db.from('message_mentions').orderBy('message_id', 'desc').first()
  if (!last) return 0
  await db.from('message_mentions').where('message_id', last.message_id).delete()
  return Number(last.message_id) - 1
}

async function mentioningAfter(db: QueryClientContract, after: number): Promise<Mentioning[]> {
  return db
    .from('messages')
    .where('id', '>', after)
    .whereNotNull('mentions')
    .orderBy('id')
    .limit(AT_ONCE)
    .select('id', 'conversation_id', 'seq', 'mentions')
}
