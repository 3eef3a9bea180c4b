import {
  defineListing,
  label,
  between,
  equals,
  inSearchText,
  type ListFilter,
} from '#kernel/listing/main'
import { t } from '#kernel/contracts/main'
import { User } from '#plugins/identity/main'
import Conversation, { CONVERSATION_TYPES } from '../models/conversation.js'
import { isClosed } from './closed_filter.js'
import { withReached } from './reached_people.js'

const columnsShape = t.object({
  id: t.id(),
  type: t.oneOf(CONVERSATION_TYPES),
  title: t.nullable(t.text()),
  ownerId: t.nullable(t.id()),
  ownerName: t.nullable(t.text()),
  lastSeq: t.integer(),
  removedSeq: t.integer(),
  lastMessageAt: t.nullable(t.instant()),
  closedAt: t.nullable(t.instant()),
  createdAt: t.instant(),
})

const ofMember: ListFilter<number> = ({ column }, userId) => ({
  sql: `exists (select 1 from conversation_members where conversation_members.conversation_id = ${column('id')}
    and conversation_members.user_id = ? and conversation_members.left_seq is null)`,
  bindings: [userId],
})

/** What is deleted is nobody's any more, though it may still be on its way. */
const there: ListFilter<void> = (context) => {
  const reached = withReached(context)
  return { ...reached, sql: `${context.column('deletedAt')} is null and ${reached.sql}` }
}

/** Conversations that somebody within reach is in, by what is known of them without what is said. */
export const conversationListing = defineListing(Conversation, {
  row: columnsShape,
  columns: {
    ownerName: label(() => User, 'nickname', 'ownerId'),
  },
  only: there,
  filters: {
    type: equals<string>('type'),
    keyword: inSearchText,
    memberId: ofMember,
    ownerId: equals<number>('ownerId'),
    closed: isClosed,
    createdAt: between('createdAt'),
    lastMessageAt: between('lastMessageAt'),
  },
  sorts: ['id', 'type', 'title', 'createdAt', 'lastMessageAt'],
  defaultSort: '-createdAt',
})
