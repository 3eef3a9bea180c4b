import { t } from '#kernel/contracts/main'
import { between, defineListing, equals, label } from '#kernel/listing/main'
import { ofReached, User } from '#plugins/identity/main'
import ModerationAct, { ACTIONS } from '../models/moderation_act.js'

export const actShape = t.object(
  {
    id: t.id(),
    action: t.oneOf(ACTIONS),
    operatorId: t.id(),
    operatorName: t.nullable(t.text()),
    conversationId: t.nullable(t.id()),
    conversationName: t.nullable(
      t.text({ description: 'What it was called then', examples: ['Plans'] })
    ),
    seq: t.nullable(t.integer({ description: 'Of the message that was removed or reported' })),
    userId: t.nullable(t.id()),
    userName: t.nullable(t.text()),
    createdAt: t.instant(),
  },
  { title: 'ModerationAct' }
)

/** What people within reach did with conversations of others. */
export const actListing = defineListing(ModerationAct, {
  row: actShape,
  columns: {
    operatorName: label(() => User, 'nickname', 'operatorId'),
    userName: label(() => User, 'nickname', 'userId'),
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
