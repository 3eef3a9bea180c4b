import db from '@adonisjs/lucid/services/db'
import { toStored } from '#kernel/database/main'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { clock } from '#kernel/state/main'
import type { ChangeMembers } from '../actions/change_members.js'
import { keyOfSystemConversation } from '../notices/system_conversations.js'
import { removeConversation } from './remove_conversation.js'

/** Out of all groups; an heir takes over those that were theirs. */
export async function leaveGroups(userId: number, members: ChangeMembers): Promise<void> {
  const present = await db
    .from('conversation_members as member')
    .join('conversations as group', 'group.id', 'member.conversation_id')
    .where({ 'member.user_id': userId, 'group.type': 'group' })
    .whereNull('member.left_seq')
    .select('group.id')
  for (const { id } of present) await ifThere(members.takeOut(Number(id), userId))
}

/** Their notices, and conversations in which there was never anybody else. */
export async function eraseOwnConversations(userId: number): Promise<void> {
  const ids = await ownConversations(userId)
  await db
    .from('conversations')
    .whereIn('id', ids)
    .update({ deleted_at: toStored(clock.now()) })
  for (const id of ids) await removeConversation(id)
}

async function ownConversations(userId: number): Promise<number[]> {
  const rows = await db
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
  const told = await db
    .from('conversations')
    .where('pair_key', keyOfSystemConversation(userId))
    .select('id')
  return [...new Set([...rows, ...told].map(({ id }) => Number(id)))]
}

/** Who was put out meanwhile has left. */
async function ifThere(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof E_NOT_FOUND)) throw error
  }
}
