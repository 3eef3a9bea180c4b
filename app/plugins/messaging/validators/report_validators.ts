import vine from '@vinejs/vine'
import { instantRange, listQuery, idParameter } from '#kernel/contracts/main'
import { OUTCOMES } from '../models/message_report.js'
import { reportListing } from '../reports/report_listing.js'

export const reportValidator = vine.create({
  reason: vine.string().trim().minLength(1).maxLength(500),
})

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

export const closeReportValidator = vine.create({
  outcome: vine.enum(OUTCOMES),
  note: vine.string().trim().minLength(1).maxLength(1_000).optional(),
})
