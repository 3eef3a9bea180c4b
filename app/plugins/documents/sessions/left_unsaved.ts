import { clock } from '#kernel/state/clock'
import type DocumentKey from '../models/document_key.js'

/** For so long changes may be unsaved because their save is on its way. */
const UNDER_WAY_MS = 300_000

/** Whether the document server has said for so long that something is unsaved, and nobody inside, that no save of it is on its way. */
export function isLeftUnsaved({ unsavedAt }: DocumentKey): boolean {
  return unsavedAt !== null && clock.now() - +unsavedAt >= UNDER_WAY_MS
}
