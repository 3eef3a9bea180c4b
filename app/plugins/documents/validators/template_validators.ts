import vine from '@vinejs/vine'
import { listQuery } from '#kernel/contracts/main'
import { BLANK_TYPES } from '../document_types.js'
import { TEMPLATE_STATES } from '../models/document_template.js'
import { templateListing } from '../listings/template_listing.js'
import { title } from './title_field.js'

export const templateListValidator = listQuery({
  sorts: templateListing.sorts,
  filters: {
    keyword: vine.string().trim().maxLength(100).optional(),
    fileType: vine.string().maxLength(8).optional(),
    status: vine.enum(TEMPLATE_STATES).optional(),
  },
})

export const createTemplateValidator = vine.create({
  title: title(),
  fileType: vine.enum(BLANK_TYPES),
})

export const templateStatusValidator = vine.create({ status: vine.enum(TEMPLATE_STATES) })
