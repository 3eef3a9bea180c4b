import type { Row } from '../statements.js'

/** Where what a member sees begins: after they joined, and after what was removed because of its age. */
export function seenAfter(row: Row): number {
  return Math.max(Number(row.joined_seq), Number(row.removed_seq))
}
