import db from '@adonisjs/lucid/services/db'
import { E_NOT_FOUND } from '#kernel/errors/main'
import type { Erasing } from '#kernel/plugins/main'
import type { ChangeMembers } from '../actions/change_members.js'
import { keyOfSystemConversation } from '../notices/system_conversations.js'
import { PARTS, removePart } from './conversation_parts.js'

/** Out of all groups; an heir takes over those that were theirs. */
export async function leaveGroups({ person }: Erasing, members: ChangeMembers): Promise<void> {
  const present = await db
    .from('conversation_members as member')
    .join('conversations as group', 'group.id', 'member.conversation_id')
    .where({ 'member.user_id': person.id, 'group.type': 'group' })
    .whereNull('member.left_seq')
    .select('group.id')
  for (const { id } of present) await ifThere(members.takeOut(Number(id), person.id))
}

/** Their notices, and conversations in which there was never anybody else. */
export async function eraseOwnConversations(erasing: Erasing): Promise<void> {
  for (const id of await ownConversations(erasing.person.id)) {
    for (const table of PARTS)
      await erasing.each(table, (trx, most) => removePart(trx, table, { id, most }))
    await erasing.each('conversations', async (trx) =>
      Number(await trx.from('conversations').where({ id }).delete())
    )
  }
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
