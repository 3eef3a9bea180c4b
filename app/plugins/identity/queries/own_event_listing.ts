import { defineListing, between, equals } from '#kernel/listing/main'
import ReachedSecurityEvent from '../models/reached_security_event.js'
import { ownEventShape } from '../transformers/security_event_transformer.js'
import { ownEvents } from './event_filters.js'

/** One’s own logins, and what else concerns one’s account. */
export const ownEventListing = defineListing(ReachedSecurityEvent, {
  row: ownEventShape,
  only: ownEvents,
  filters: { type: equals<string>('type'), createdAt: between('createdAt') },
  sorts: ['id', 'type', 'createdAt'],
  defaultSort: '-id',
})
