import vine from '@vinejs/vine'
import {
  idField,
  keywordParameter,
  instantRange,
  listQuery,
  idParameter,
} from '#kernel/contracts/main'
import { actListing } from '../administration/act_listing.js'
import { conversationListing } from '../administration/conversation_listing.js'
import { CONVERSATION_TYPES } from '../models/conversation.js'
import { ACTIONS } from '../models/messaging_act.js'

export const administeredListValidator = listQuery({
  sorts: conversationListing.sorts,
  filters: {
    type: vine.enum(CONVERSATION_TYPES).optional(),
    keyword: keywordParameter(),
    memberId: idParameter('Who is present in it').optional(),
    ownerId: idParameter().optional(),
    closed: vine.boolean().optional(),
    ...instantRange('createdAt'),
    ...instantRange('lastMessageAt'),
  },
})

export const closeValidator = vine.create({ closed: vine.boolean({ strict: true }) })

export const giveValidator = vine.create({ userId: idField() })

export const actListValidator = listQuery({
  sorts: actListing.sorts,
  filters: {
    action: vine.enum(ACTIONS).optional(),
    operatorId: idParameter('Who did it').optional(),
    conversationId: idParameter().optional(),
    userId: idParameter('Whom it concerned beside').optional(),
    ...instantRange('createdAt'),
  },
})
