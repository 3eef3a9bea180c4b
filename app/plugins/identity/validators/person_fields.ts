import vine from '@vinejs/vine'
import { lineField, linkField } from '#kernel/contracts/main'
import { phoneNumber } from './phone_number.js'

export const nickname = () => lineField({ length: 100 })
export const email = () => vine.string().trim().email().maxLength(254)
export const phone = () => vine.string().maxLength(64).use(phoneNumber())
export const avatar = () => linkField(500)
