import vine from '@vinejs/vine'
import { exportQuery, keywordParameter, listQuery, seenField } from '#kernel/contracts/main'
import { positionListing } from '../queries/position_listing.js'
import { code, sort, status, title } from './fields.js'

const optional = { sort: sort().optional(), status: status().optional() }

const ofPositions = {
  sorts: positionListing.sorts,
  filters: {
    keyword: keywordParameter(),
    code: vine.string().maxLength(64).optional(),
    status: status().optional(),
  },
}

export const positionListValidator = listQuery(ofPositions)

export const positionExportValidator = exportQuery(ofPositions)

export const createPositionValidator = vine.create({ code: code(), name: title(), ...optional })

export const updatePositionValidator = vine.create({
  code: code().optional(),
  name: title().optional(),
  ...optional,
  updatedAt: seenField(),
})
