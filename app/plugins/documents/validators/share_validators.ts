import vine from '@vinejs/vine'
import { idField, nullableMomentField } from '#kernel/http/body_fields'
import { idParameter } from '#kernel/http/query_parameters'
import { SUBJECT_TYPES } from '../models/document_share.js'
import { LEVELS } from '../levels.js'

export const shareValidator = vine.create({
  subjectType: vine.enum(SUBJECT_TYPES),
  subjectId: idField(),
  level: vine.enum(LEVELS),
  endsAt: nullableMomentField(),
})

export const withdrawShareValidator = vine.create({
  subjectType: vine.enum(SUBJECT_TYPES),
  subjectId: idParameter(),
})
