import { t } from '#kernel/contracts/main'
import { amongRows } from '#kernel/data_scope/main'
import {
  between,
  defineListing,
  equals,
  inSearchText,
  label,
  type ListFilter,
} from '#kernel/listing/main'
import { reachOfUsers, User } from '#plugins/identity/main'
import { Conversation, CONVERSATION_TYPES } from '#plugins/messaging/main'

export const conversationColumns = {
  id: t.id(),
  type: t.oneOf(CONVERSATION_TYPES),
  name: t.nullable(t.text()),
  ownerId: t.nullable(t.id()),
  ownerName: t.nullable(t.text()),
  lastMessageAt: t.nullable(t.instant()),
  closedAt: t.nullable(t.instant()),
  createdAt: t.instant(),
}

/** Whether `closedAt` is set. */
export const isClosed: ListFilter<boolean> = ({ column }, closed) => ({
  sql: `(case when ${column('closedAt')} is null then 0 else 1 end) = ?`,
  bindings: [Number(closed)],
})

const ofMember: ListFilter<number> = ({ column }, userId) => ({
  sql: `exists (select 1 from conversation_members m
    where m.conversation_id = ${column('id')} and m.user_id = ? and m.to_seq is null)`,
  bindings: [userId],
})

/** Those in which somebody within reach is a member, but for those that are being deleted. */
const ofReachedMembers: ListFilter<void> = ({ column, dialect }) => {
  const limit = reachOfUsers(dialect)
  const isThere = `${column('deletedAt')} is null`
  if (!limit) return { sql: isThere, bindings: [] }
  const sql = `select m.conversation_id from conversation_members m
    join users on users.id = m.user_id where m.to_seq is null and ${limit.sql}`
  const reached = amongRows(column('id'), { ...limit, sql }, dialect)
  return { ...reached, sql: `${isThere} and ${reached.sql}` }
}

/** Conversations that somebody within reach is in, by what is known of them without what is said. */
export const conversationListing = defineListing(Conversation, {
  row: t.object(conversationColumns),
  columns: {
    ownerName: label(() => User, 'nickname', 'ownerId'),
  },
  only: ofReachedMembers,
  filters: {
    type: equals<string>('type'),
    keyword: inSearchText,
    memberId: ofMember,
    ownerId: equals<number>('ownerId'),
    closed: isClosed,
    createdAt: between('createdAt'),
    lastMessageAt: between('lastMessageAt'),
  },
  sorts: ['id', 'type', 'name', 'createdAt', 'lastMessageAt'],
  defaultSort: '-createdAt',
})
