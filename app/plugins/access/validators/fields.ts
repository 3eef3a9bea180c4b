import vine from '@vinejs/vine'
import { lineField } from '#kernel/contracts/main'

export const status = () => vine.enum(['enabled', 'disabled'] as const)
export const title = () => lineField({ length: 100 })
export const code = () =>
  vine
    .string()
    .trim()
    .maxLength(64)
    .regex(/^[a-zA-Z][a-zA-Z0-9_.:-]*$/)
export const sort = () =>
  vine.number({ strict: true }).withoutDecimals().min(-1_000_000).max(1_000_000)
