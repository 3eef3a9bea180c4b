import type { ListFilter } from '#kernel/listing/main'
import { amongRows } from '#kernel/data_scope/main'
import { EVERYTHING, reachOfUsers } from '#plugins/identity/main'

/** Conversations in which somebody within the reach of whoever acts is present. */
export const withReached: ListFilter<void> = ({ column, dialect }) => {
  const limit = reachOfUsers(dialect)
  if (!limit) return EVERYTHING
  const sql = `select m.conversation_id from conversation_members m
    join users on users.id = m.user_id where m.left_seq is null and ${limit.sql}`
  return amongRows(column('id'), { ...limit, sql }, dialect)
}
