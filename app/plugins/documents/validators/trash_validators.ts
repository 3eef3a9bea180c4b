import vine from '@vinejs/vine'
import { instantRange, listQuery } from '#kernel/http/list_query'
import { idParameter } from '#kernel/http/query_parameters'
import { DOCUMENT_STATES } from '../models/document.js'
import { trashListing } from '../listings/trash_listing.js'

export const trashListValidator = listQuery({
  sorts: trashListing.sorts,
  filters: {
    keyword: vine.string().trim().maxLength(100).optional(),
    title: vine.string().trim().maxLength(100).optional(),
    fileType: vine.string().maxLength(8).optional(),
    status: vine.enum(DOCUMENT_STATES).optional(),
    ownerId: idParameter().optional(),
    departmentId: idParameter().optional(),
    deletedBy: idParameter().optional(),
    ...instantRange('deletedAt'),
  },
})
