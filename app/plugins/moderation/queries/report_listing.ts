import { currentOperator } from '#kernel/acting/main'
import { t } from '#kernel/contracts/main'
import { between, defineListing, equals, label, type ListFilter } from '#kernel/listing/main'
import { ofReached, User } from '#plugins/identity/main'
import ModerationReport, { OUTCOMES } from '../models/moderation_report.js'
import { isClosed } from './conversation_listing.js'

export const reportShape = t.object(
  {
    id: t.id(),
    conversationId: t.id(),
    seq: t.integer({ minimum: 1 }),
    senderId: t.id(),
    senderName: t.nullable(t.text()),
    reporterId: t.id(),
    reporterName: t.nullable(t.text()),
    reason: t.text({ examples: ['It insults somebody'] }),
    contentType: t.text({ examples: ['image'] }),
    content: t.json({ description: 'As it was reported, whatever became of the message' }),
    outcome: t.nullable(t.oneOf(OUTCOMES)),
    note: t.nullable(t.text()),
    closedBy: t.nullable(t.id()),
    closedByName: t.nullable(t.text()),
    closedAt: t.nullable(t.instant()),
    createdAt: t.instant(),
  },
  { title: 'ModerationReport' }
)

/** Against people within reach; those against oneself are for somebody else. */
const forOthers: ListFilter<void> = (context) => {
  const { sql, bindings } = ofReached('senderId')(context)
  return {
    sql: `${sql} and ${context.column('senderId')} <> ?`,
    bindings: [...bindings, currentOperator().id],
  }
}

export const reportListing = defineListing(ModerationReport, {
  row: reportShape,
  columns: {
    senderName: label(() => User, 'nickname', 'senderId'),
    reporterName: label(() => User, 'nickname', 'reporterId'),
    closedByName: label(() => User, 'nickname', 'closedBy'),
  },
  only: forOthers,
  filters: {
    closed: isClosed,
    conversationId: equals<number>('conversationId'),
    senderId: equals<number>('senderId'),
    reporterId: equals<number>('reporterId'),
    createdAt: between('createdAt'),
  },
  sorts: ['id', 'createdAt', 'closedAt'],
  defaultSort: 'id',
})
