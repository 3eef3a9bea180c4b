import vine from '@vinejs/vine'
import { momentField, t, type Shaped } from '#kernel/contracts/main'
import type Visit from './models/visit.js'

export const newVisit = vine.create({
  visitor: vine.string().minLength(1).maxLength(100),
  host: vine.string().minLength(1).maxLength(100),
  arrivesAt: momentField(),
})

export const visitShape = t.object({
  id: t.id(),
  visitor: t.text(),
  host: t.text(),
  arrivesAt: t.instant(),
})

export function visitForList({ id, visitor, host, arrivesAt }: Visit): Shaped<typeof visitShape> {
  return { id, visitor, host, arrivesAt: arrivesAt.toUTC().toISO()! }
}
