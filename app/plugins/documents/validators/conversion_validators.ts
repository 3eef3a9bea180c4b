import vine from '@vinejs/vine'
import { idField } from '#kernel/contracts/main'
import { CONVERSION_RESULTS } from '../models/document_conversion.js'
import { title } from './title_field.js'

export const conversionValidator = vine.create({
  to: vine
    .string()
    .toLowerCase()
    .maxLength(8)
    .regex(/^[a-z0-9]+$/),
  versionNo: idField().optional(),
  as: vine.enum(CONVERSION_RESULTS).optional(),
  title: title().optional(),
})
