import vine from '@vinejs/vine'
import { idField } from '#kernel/contracts/main'

export const explainValidator = vine.create({
  userId: idField(),
  permission: vine.string().trim().minLength(1).maxLength(100),
  resource: vine
    .string()
    .trim()
    .maxLength(64)
    .regex(/^[a-z][a-z0-9_]*$/)
    .optional()
    .requiredIfExists('id'),
  id: idField().optional(),
})
