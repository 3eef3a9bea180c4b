import vine from '@vinejs/vine'
import { IMPORT_MODES } from '../import/import_mode.js'
import { id, status } from './fields.js'
import { userFields } from './user_validators.js'

const { username, password, nickname, email, phone } = userFields

/** A row of a file. */
export const importedUserValidator = vine.create({
  username: username(),
  password: password().optional(),
  nickname: nickname().optional(),
  email: email().optional(),
  phone: phone().optional(),
  departmentId: id().optional(),
  departmentName: vine.string().maxLength(100).optional(),
  roles: vine.array(vine.string().maxLength(64)).maxLength(200).optional(),
  status: status().optional(),
})

/** Beside the file. */
export const importUsersValidator = vine.create({
  mode: vine.enum(IMPORT_MODES).optional(),
  dryRun: vine.enum(['true', 'false'] as const).optional(),
})
