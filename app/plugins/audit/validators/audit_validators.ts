import vine from '@vinejs/vine'
import { exportQuery, idParameter, instantRange, listQuery } from '#kernel/contracts/main'
import { entryListing } from '../queries/entry_listing.js'
import { OUTCOMES } from '../transformers/entry_shape.js'

const text = (length: number) => vine.string().trim().minLength(1).maxLength(length).optional()

const filters = () => ({
  actorId: idParameter().optional(),
  action: text(64),
  type: text(64),
  subjectId: text(64),
  outcome: vine.enum(OUTCOMES).optional(),
  reason: text(64),
  permission: text(150),
  operation: text(255),
  address: text(64),
  requestId: text(100),
  ...instantRange('createdAt'),
})

export const entryListValidator = listQuery({ sorts: entryListing.sorts, filters: filters() })
export const entryExportValidator = exportQuery({ sorts: entryListing.sorts, filters: filters() })
