import type { Change } from '../stage/snapshot.js'
import { isLasting } from './documents.js'

/** What the service does by itself while somebody asks for something: shares that have ended are put away, and noted. */
export function isOfService({ table, before, after }: Change): boolean {
  if (table === 'document_shares') return !after && !isLasting(before!)
  return table === 'document_logs' && !before && after!.operator_id === null
}
