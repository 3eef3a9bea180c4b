import vine from '@vinejs/vine'
import { idParameter, instantRange, keywordParameter, listQuery } from '#kernel/contracts/main'
import { SECURITY_EVENT_TYPES } from '#plugins/identity/main'
import { securityEventListing } from '../queries/security_event_listing.js'
import { sessionListing } from '../queries/session_listing.js'

const name = () => vine.string().trim().minLength(1).maxLength(64).optional()

export const sessionListValidator = listQuery({
  sorts: sessionListing.sorts,
  filters: {
    keyword: keywordParameter(),
    userId: idParameter().optional(),
    ip: name(),
    open: vine.boolean().optional(),
    ...instantRange('createdAt'),
    ...instantRange('lastUsedAt'),
    ...instantRange('endedAt'),
  },
})

export const securityEventListValidator = listQuery({
  sorts: securityEventListing.sorts,
  filters: {
    type: vine.enum(SECURITY_EVENT_TYPES).optional(),
    userId: idParameter('Theirs, and failed logins under their name').optional(),
    account: name(),
    sessionId: idParameter().optional(),
    ip: name(),
    ...instantRange('createdAt'),
  },
})
