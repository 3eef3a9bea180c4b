import { defineListing, label, between, contains, equals } from '#kernel/listing/main'
import { eventsOfPerson, eventsOfReached, ReachedSecurityEvent, User } from '#plugins/identity/main'
import { securityEventShape } from '../transformers/security_transformer.js'

/** Logins and other security events of people within reach. */
export const securityEventListing = defineListing(ReachedSecurityEvent, {
  row: securityEventShape,
  columns: {
    username: label(() => User, 'username', 'userId'),
    nickname: label(() => User, 'nickname', 'userId'),
  },
  only: eventsOfReached,
  filters: {
    type: equals<string>('type'),
    userId: eventsOfPerson,
    account: contains('account'),
    sessionId: equals<number>('sessionId'),
    ip: contains('ip'),
    createdAt: between('createdAt'),
  },
  sorts: ['id', 'type', 'account', 'ip', 'createdAt'],
  defaultSort: '-id',
})
