import { defineListing, label, between, equals } from '#kernel/listing/main'
import { t } from '#kernel/contracts/main'
import { ofReached, User } from '#plugins/identity/main'
import MessagingAct, { ACTIONS } from '../models/messaging_act.js'

export const actShape = t.object(
  {
    id: t.id(),
    action: t.oneOf(ACTIONS),
    operatorId: t.id(),
    operatorName: t.nullable(t.text()),
    conversationId: t.nullable(t.id()),
    title: t.nullable(t.text({ description: 'What the conversation was called then' })),
    userId: t.nullable(t.id()),
    createdAt: t.instant(),
  },
  { title: 'MessagingAct' }
)

/** What people within reach did with others’ conversations. */
export const actListing = defineListing(MessagingAct, {
  row: actShape,
  columns: {
    operatorName: label(() => User, 'nickname', 'operatorId'),
  },
  only: ofReached('operatorId'),
  filters: {
    action: equals<string>('action'),
    operatorId: equals<number>('operatorId'),
    conversationId: equals<number>('conversationId'),
    userId: equals<number>('userId'),
    createdAt: between('createdAt'),
  },
  sorts: ['id', 'createdAt'],
  defaultSort: '-id',
})
