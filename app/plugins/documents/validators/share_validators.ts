import vine from '@vinejs/vine'
import { idField, nullableMomentField, idParameter } from '#kernel/contracts/main'
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
