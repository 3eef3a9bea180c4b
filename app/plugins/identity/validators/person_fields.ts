import vine from '@vinejs/vine'
import { lineField, linkField } from '#kernel/contracts/main'

export const nickname = () => lineField({ length: 100 })
export const email = () => vine.string().trim().email().maxLength(254)
export const phone = () =>
  vine
    .string()
    .trim()
    .regex(/^\+?[\d][\d ()./-]{1,30}$/)
export const avatar = () => linkField(500)
