import { DateTime } from 'luxon'
import type { WhenWritten } from '../sessions/came_after.js'
import type { SaveFiles } from './fetched_save.js'

type Dated = Pick<SaveFiles, 'assembledAt' | 'modifiedAt' | 'aheadMs'>

/** Of what had been lost: it was copied to where it lay once nobody would take it. */
export function whenWritten({ assembledAt, modifiedAt, aheadMs }: Dated): WhenWritten {
  const ours = (millis: number | null) =>
    millis === null || aheadMs === null ? null : DateTime.fromMillis(millis + aheadMs)
  return { writtenAt: ours(assembledAt), changedAt: ours(modifiedAt) }
}
