import vine from '@vinejs/vine'
import { idField } from '#kernel/contracts/main'
import { status } from './fields.js'
import { userFields } from './user_validators.js'

/** What becomes of rows: users who are there are refused, changed, or changed beside those who are made. */
const IMPORT_MODES = ['create', 'update', 'upsert'] as const
export type ImportMode = (typeof IMPORT_MODES)[number]

const { username, password, nickname, email, phone } = userFields

/** A row of a file. */
export const importedUserValidator = vine.create({
  username: username(),
  password: password().optional(),
  nickname: nickname().optional(),
  email: email().optional(),
  phone: phone().optional(),
  departmentId: idField().optional(),
  departmentName: vine.string().maxLength(100).optional(),
  positionId: idField().optional(),
  positionName: vine.string().maxLength(100).optional(),
  roles: vine.array(vine.string().maxLength(64)).maxLength(200).optional(),
  status: status().optional(),
})

/** Beside the file. */
export const importUsersValidator = vine.create({
  mode: vine.enum(IMPORT_MODES).optional(),
  dryRun: vine.enum(['true', 'false'] as const).optional(),
})
