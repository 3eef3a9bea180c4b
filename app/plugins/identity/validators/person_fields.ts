import vine from '@vinejs/vine'
import { linkField } from '#kernel/contracts/main'
import { phoneNumber } from './phone_number.js'

export const nickname = () => vine.string().trim().minLength(1).maxLength(100)
export const email = () => vine.string().trim().email().maxLength(254)
export const phone = () => vine.string().maxLength(64).use(phoneNumber())
export const avatar = () => linkField(500)
