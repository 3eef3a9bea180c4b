import type { Operation } from '../requests/operations.js'
import type { Row } from '../stage/snapshot.js'
import type { World } from './world.js'

/** Present members of a conversation who are still there. */
function presentIn(world: World, conversationId: unknown): Row[] {
  return world
    .rows('conversation_members')
    .filter((one) => one.conversation_id === conversationId && one.to_seq === null)
    .map(({ user_id: userId }) => world.row('users', userId))
    .filter((user) => user !== undefined)
}

/** Who administers conversations sees those in which they reach somebody. */
export function seesConversation(
  world: World,
  asker: number,
  permission: string,
  { id, deleted_at: deletedAt }: Row
): boolean {
  if (deletedAt !== null) return false
  if (world.reached(asker, permission) === 'all') return true
  return presentIn(world, id).some((user) => reaches(world, asker, permission, user))
}

/** What is done with a group, or with a message of any conversation, is done with everybody in it. */
export function mayActOn(
  world: World,
  asker: number,
  { permission, path }: Pick<Operation, 'permission' | 'path'>,
  conversation: Row
): boolean {
  const isOfMessage = path.includes('/messages/{seq}')
  if (conversation.type !== 'group' && !isOfMessage) return false
  if (!seesConversation(world, asker, permission!, conversation)) return false
  return presentIn(world, conversation.id).every((user) => reaches(world, asker, permission!, user))
}

function reaches(world: World, asker: number, permission: string, user: Row): boolean {
  return world.reaches(asker, permission, { owner: user.id, department: user.department_id })
}
