import vine from '@vinejs/vine'
import { idField, keywordParameter, integerParameter } from '#kernel/contracts/main'
import { LINKED } from '../mentions/mention_notice.js'

const MOST_AT_ONCE = 200
const LONGEST_COMMENT = 10_000

export const mentionableValidator = vine.create({
  keyword: keywordParameter(),
  from: integerParameter({ min: 0, max: 1_000 }).optional(),
  count: integerParameter({ min: 1, max: 100, default: 100 }).optional(),
})

export const mentionValidator = vine.create({
  userIds: vine.array(idField()).maxLength(MOST_AT_ONCE).optional().requiredIfMissing('emails'),
  emails: vine
    .array(vine.string().trim().minLength(1).maxLength(254))
    .maxLength(MOST_AT_ONCE)
    .optional()
    .requiredIfMissing('userIds'),
  comment: vine.string().maxLength(LONGEST_COMMENT).nullable().optional(),
  actionLink: vine
    .object({
      action: vine.object({
        type: vine.enum(LINKED),
        data: vine.string().minLength(1).maxLength(256),
      }),
    })
    .nullable()
    .optional(),
})
