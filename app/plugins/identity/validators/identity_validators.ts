import vine from '@vinejs/vine'
import { newPassword } from './password_validator.js'
import { presentedName } from './username_validator.js'

/** A password being presented: only bounded, so that old rules never lock anybody out. */
const presented = () => vine.string().minLength(1).maxLength(200)

export const loginValidator = vine.create({ username: presentedName(), password: presented() })

export const refreshValidator = vine.create({
  refreshToken: vine.string().trim().minLength(1).maxLength(256),
})

export const changePasswordValidator = vine.create({
  oldPassword: presented(),
  newPassword: newPassword(),
})
