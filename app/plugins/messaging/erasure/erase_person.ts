import { randomUUID } from 'node:crypto'
import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { ErasedPerson } from '#kernel/plugins/main'
import { ChangeMembers } from '../actions/change_members.js'
import { unlessGone } from '../actions/departures.js'
import { ConversationLedger } from '../log/conversation_ledger.js'
import { BLANK, storedNow, type LockedConversation } from '../log/locked_conversation.js'
import { keyOfSystemConversation } from '../notices/system_conversations.js'
import { Presence } from '../presence/presence.js'
import { removeConversation } from './remove_conversation.js'

/** Erases what messaging has of a person. What others wrote, and notices to others, stay as they are. */
@inject()
export class ErasePerson {
  constructor(
    private readonly members: ChangeMembers,
    private readonly ledger: ConversationLedger,
    private readonly presence: Presence
  ) {}

  async handle({ id }: ErasedPerson): Promise<void> {
    for (const groupId of await groupsOf(id)) await unlessGone(this.members.takeOut(groupId, id))
    await this.#removeOwn(id)
    for (const conversationId of await conversationsWithEntriesOf(id))
      await unlessGone(this.ledger.change(conversationId, (locked) => blank(locked, id)))
    await db.from('message_mentions').where('user_id', id).delete()
    await db.from('message_reactions').where('user_id', id).update({ user_id: null })
    await db.from('contact_blocks').where('user_id', id).orWhere('blocked_id', id).delete()
    await this.presence.forget(id)
  }

  /** Their notices, and conversations in which there was never anybody else. */
  async #removeOwn(userId: number): Promise<void> {
    const ids = await ownConversationsOf(userId)
    await db.from('conversations').whereIn('id', ids).update({ deleted_at: storedNow() })
    for (const id of ids) await removeConversation(id)
  }
}

/** Every message of theirs counts as recalled. Clients choose `client_message_id`: it may say anything. */
async function blank(conversation: LockedConversation, userId: number): Promise<void> {
  const { trx, id } = conversation
  const own = () =>
    trx
      .query()
      .from('conversation_entries')
      .where({ conversation_id: id, actor_id: userId })
      .whereNotNull('client_message_id')
  const said = await own().where('kind', 'message').select('seq')
  const seqs = said.map((row) => Number(row.seq))
  const recalledAt = trx.raw('coalesce(recalled_at, ?)', [storedNow()])
  const recalled = { ...BLANK, recalled_by: userId, recalled_at: recalledAt }
  await own().where('kind', 'message').update(recalled)
  const anonymous = trx.raw('concat(cast(? as char(37)), id)', [`${randomUUID()}:`])
  await own().update({ client_message_id: anonymous })
  for (let from = 0; from < seqs.length; from += AT_ONCE)
    for (const table of ['message_mentions', 'message_reactions'])
      await trx
        .query()
        .from(table)
        .where('conversation_id', id)
        .whereIn('seq', seqs.slice(from, from + AT_ONCE))
        .delete()
  await conversation.append({ kind: 'erased', actorId: null, content: { userId } })
}

const AT_ONCE = 500

async function groupsOf(userId: number): Promise<number[]> {
  const rows = await db
    .from('conversation_members as member')
    .join('conversations as group', 'group.id', 'member.conversation_id')
    .where({ 'member.user_id': userId, 'group.type': 'group' })
    .whereNull('member.to_seq')
    .select('group.id')
  return rows.map((row) => Number(row.id))
}

async function conversationsWithEntriesOf(userId: number): Promise<number[]> {
  const rows = await db
    .from('conversation_entries')
    .where('actor_id', userId)
    .whereNotNull('client_message_id')
    .distinct('conversation_id')
  return rows.map((row) => Number(row.conversation_id))
}

async function ownConversationsOf(userId: number): Promise<number[]> {
  const alone = await db
    .from('conversations as own')
    .join('conversation_members as member', 'member.conversation_id', 'own.id')
    .where('member.user_id', userId)
    .whereNotExists((others) => {
      void others
        .from('conversation_members as other')
        .whereColumn('other.conversation_id', 'own.id')
        .whereNot('other.user_id', userId)
    })
    .select('own.id')
  const notices = await db
    .from('conversations')
    .where('pair_key', keyOfSystemConversation(userId))
    .select('id')
  return [...new Set([...alone, ...notices].map((row) => Number(row.id)))]
}
