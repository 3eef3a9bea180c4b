import vine from '@vinejs/vine'
import { id } from './fields.js'

export const explainValidator = vine.create({
  userId: id(),
  permission: vine.string().trim().minLength(1).maxLength(100),
  resource: vine
    .string()
    .trim()
    .maxLength(64)
    .regex(/^[a-z][a-z0-9_]*$/)
    .optional()
    .requiredIfExists('id'),
  id: id().optional(),
})
