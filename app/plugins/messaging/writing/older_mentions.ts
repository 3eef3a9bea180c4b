import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { insisting } from '#kernel/database/insisting'
import { People } from '#plugins/identity/main'
import { anyOf, rowsOf, severally, type Row } from '../statements.js'

/** So many messages before the last one are looked at once more when a node begins. */
const LOOKED_BACK = 100_000
const AT_ONCE = 500

/**
 * While nodes are replaced one after another, those of 0.2.0 note nowhere whom the messages mention that they write. They are noted as this
 * release does it. Each message is looked at twice: it may be committed some time after its number was given.
 */
@inject()
export class OlderMentions {
  #after: number | undefined
  #reached: number | undefined

  constructor(private readonly people: People) {}

  async handle(): Promise<void> {
    const [{ id }] = await db.from('messages').max('id as id')
    const last = Number(id ?? 0)
    let after = this.#after ?? Math.max(0, last - LOOKED_BACK)
    let messages: Row[]
    do {
      messages = await rowsOf(db.connection(), MENTIONING, [after, last])
      await this.#note(messages)
      after = Number(messages.at(-1)?.id)
    } while (messages.length === AT_ONCE)
    this.#after = this.#reached
    this.#reached = last
  }

  async #note(messages: readonly Row[]): Promise<void> {
    const noted = await readNoted(db.connection(), messages.map(placeOf))
    const known = new Set(noted.map((row) => placeOf(row).join(' ')))
    const ids = messages
      .filter((row) => !known.has(placeOf(row).join(' ')))
      .map((row) => Number(row.id))
    if (ids.length === 0) return
    await insisting(5, () => db.transaction((trx) => this.#insert(trx, ids)))
  }

  /** Under a lock: whoever recalls one of them meanwhile takes its mentions away after this. Nothing is noted of who is erased. */
  async #insert(trx: TransactionClientContract, ids: readonly number[]): Promise<void> {
    const messages = await trx
      .from('messages')
      .whereIn('id', [...ids])
      .forUpdate()
    const mentions = messages.flatMap((row: Row) => {
      const userIds = new Set(JSON.parse(String(row.mentions ?? '[]')) as number[])
      const [conversation_id, seq] = placeOf(row)
      return [...userIds].map((user_id) => {
        return { message_id: Number(row.id), conversation_id, seq, user_id }
      })
    })
    const userIds = new Set(mentions.map(({ user_id: userId }) => userId))
    const active = await this.people.activeAmong([...userIds], trx)
    const rows = mentions.filter(({ user_id: userId }) => active.has(userId))
    for (let from = 0; from < rows.length; from += AT_ONCE)
      await trx
        .table('message_mentions')
        .multiInsert(rows.slice(from, from + AT_ONCE))
        .onConflict(['user_id', 'conversation_id', 'seq'])
        .merge(['message_id'])
  }
}

function placeOf(row: Row): [conversationId: number, seq: number] {
  return [Number(row.conversation_id), Number(row.seq)]
}

const MENTIONING = `
  select id, conversation_id, seq from messages
  where id > ? and id <= ? and mentions is not null order by id limit ${AT_ONCE}`

const readNoted = severally(
  (places) => `
    select conversation_id, seq from message_mentions
    where ${anyOf(places, 'conversation_id = ? and seq = ?')}`
)
