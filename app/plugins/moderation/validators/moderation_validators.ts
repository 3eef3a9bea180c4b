import vine from '@vinejs/vine'
import {
  idField,
  idParameter,
  instantRange,
  keywordParameter,
  listQuery,
} from '#kernel/contracts/main'
import { CONVERSATION_TYPES } from '#plugins/messaging/main'
import { OUTCOMES } from '../models/moderation_report.js'
import { conversationListing } from '../queries/conversation_listing.js'
import { reportListing } from '../queries/report_listing.js'

const words = (most: number) => vine.string().trim().minLength(1).maxLength(most)

export const conversationListValidator = listQuery({
  sorts: conversationListing.sorts,
  filters: {
    type: vine.enum(CONVERSATION_TYPES).optional(),
    keyword: keywordParameter(),
    memberId: idParameter('Who is a member of it').optional(),
    ownerId: idParameter().optional(),
    closed: vine.boolean().optional(),
    ...instantRange('createdAt'),
    ...instantRange('lastMessageAt'),
  },
})

export const closedValidator = vine.create({ closed: vine.boolean({ strict: true }) })

export const ownerValidator = vine.create({ userId: idField() })

export const reportValidator = vine.create({ reason: words(500) })

export const reportListValidator = listQuery({
  sorts: reportListing.sorts,
  filters: {
    closed: vine.boolean().optional(),
    conversationId: idParameter().optional(),
    senderId: idParameter('Who wrote the message').optional(),
    reporterId: idParameter().optional(),
    ...instantRange('createdAt'),
  },
})

export const outcomeValidator = vine.create({
  outcome: vine.enum(OUTCOMES),
  note: words(1_000).optional(),
})
