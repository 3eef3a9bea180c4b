import vine from '@vinejs/vine'
import { instantRange, listQuery, idParameter } from '#kernel/contracts/main'
import { fileListing } from '../queries/file_listing.js'

export const fileListValidator = listQuery({
  sorts: fileListing.sorts,
  filters: {
    keyword: vine.string().maxLength(100).optional(),
    extension: vine.string().maxLength(16).optional(),
    ownerId: idParameter().optional(),
    ...instantRange('createdAt'),
  },
})
