import vine from '@vinejs/vine'
import { instantParameter, LARGEST_ID } from '#kernel/http/query_parameters'

/** An identifier in a body: a number, never text. */
export const id = () => vine.number({ strict: true }).withoutDecimals().min(1).max(LARGEST_ID)

/** Identifiers in a body; none twice. */
export const ids = (most: number) => vine.array(id()).maxLength(most).distinct()

export const status = () => vine.enum(['enabled', 'disabled'] as const)
export const title = () => vine.string().trim().minLength(1).maxLength(100)
export const sort = () =>
  vine.number({ strict: true }).withoutDecimals().min(-1_000_000).max(1_000_000)

/** `updatedAt` of the row as the client saw it; given, a change in between answers 409. */
export const seen = () => instantParameter('from')

export const keyword = () => vine.string().trim().minLength(1).maxLength(100).optional()

export interface Seen {
  updatedAt?: import('luxon').DateTime
}
