import vine from '@vinejs/vine'
import { linkField } from '#kernel/contracts/main'

export const nickname = () => vine.string().trim().minLength(1).maxLength(100)
export const email = () => vine.string().trim().email().maxLength(254)
export const phone = () =>
  vine
    .string()
    .trim()
    .regex(/^\+?[\d][\d ()./-]{1,30}$/)
export const avatar = () => linkField(500)
