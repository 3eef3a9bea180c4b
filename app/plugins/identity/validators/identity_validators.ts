import vine from '@vinejs/vine'
import { newPassword } from './password_validator.js'

export const username = () => vine.string().trim().minLength(1).maxLength(64)
/** A password being presented: only bounded, so that old rules never lock anybody out. */
const presented = () => vine.string().minLength(1).maxLength(200)

export const loginValidator = vine.create({ username: username(), password: presented() })

export const refreshValidator = vine.create({
  refreshToken: vine.string().trim().minLength(1).maxLength(256),
})

export const changePasswordValidator = vine.create({
  oldPassword: presented(),
  newPassword: newPassword(),
})
