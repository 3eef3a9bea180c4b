import vine from '@vinejs/vine'
import { newPassword } from './password_validator.js'
import { presentedName } from './username_validator.js'

/** A password to verify: limited in length only, so that new rules lock nobody out. */
const presentedPassword = () => vine.string().minLength(1).maxLength(200)

export const loginValidator = vine.create({
  username: presentedName(),
  password: presentedPassword(),
})

export const refreshValidator = vine.create({
  refreshToken: vine.string().trim().minLength(1).maxLength(256),
})

export const changePasswordValidator = vine.create({
  oldPassword: presentedPassword(),
  newPassword: newPassword(),
})
