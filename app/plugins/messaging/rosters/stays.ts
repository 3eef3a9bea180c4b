import type { Row } from '../statements.js'

/** A part of a conversation that a member may see: what comes after one `seq`, up to another. */
export interface Stay {
  readonly after: number
  readonly upTo: number
}

/**
 * So many are kept of one member, the last ones in any case. All are read whenever somebody catches up, and others decide how often they come
 * and go.
 */
const MOST_KEPT = 50
const LAST_KEPT = 25

/** All that a member may see, in order, without what was removed because of its age. */
export function staysOf(row: Row): Stay[] {
  const last = { after: Number(row.joined_seq), upTo: Number(row.left_seq ?? row.last_seq) }
  return merged(clipped([...earlierStays(row.stays), last], { after: Number(row.removed_seq) }))
}

/** Of before the member came back. */
export function earlierStays(stored: unknown): Stay[] {
  if (!stored) return []
  const pairs = JSON.parse(String(stored)) as [number, number][]
  return pairs.map(([after, upTo]) => ({ after, upTo }))
}

/** As they are stored, with one that is over; `null` where there are none. */
export function staysWith(stored: unknown, over: Stay): string | null {
  const stays = kept(merged([...earlierStays(stored), over]))
  return stays.length === 0 ? null : JSON.stringify(stays.map(({ after, upTo }) => [after, upTo]))
}

/** Without the shortest of before: what lies between two stays is not theirs to see, so none can be joined. */
function kept(stays: readonly Stay[]): readonly Stay[] {
  if (stays.length <= MOST_KEPT) return stays
  const longest = stays
    .slice(0, -LAST_KEPT)
    .sort((one, other) => sizeOf([other]) - sizeOf([one]) || other.after - one.after)
    .slice(0, MOST_KEPT - LAST_KEPT)
    .sort((one, other) => one.after - other.after)
  return [...longest, ...stays.slice(-LAST_KEPT)]
}

/** What of them comes after one `seq`, up to another. */
export function clipped(stays: readonly Stay[], { after = 0, upTo = Infinity }): Stay[] {
  return stays
    .map((stay) => ({ after: Math.max(stay.after, after), upTo: Math.min(stay.upTo, upTo) }))
    .filter((stay) => stay.upTo > stay.after)
}

export function isWithin(stays: readonly Stay[], seq: number): boolean {
  return stays.some(({ after, upTo }) => seq > after && seq <= upTo)
}

export function sizeOf(stays: readonly Stay[]): number {
  return stays.reduce((sum, { after, upTo }) => sum + upTo - after, 0)
}

/** The first messages of them, so many at most. */
export function firstOf(stays: readonly Stay[], most: number): Stay[] {
  let left = most
  return stays.flatMap(({ after, upTo }) => {
    const taken = Math.min(left, upTo - after)
    left -= taken
    return taken > 0 ? [{ after, upTo: after + taken }] : []
  })
}

/** The last messages of them, so many at most. */
export function lastOf(stays: readonly Stay[], most: number): Stay[] {
  let left = most
  const taken = stays.toReversed().flatMap(({ after, upTo }) => {
    const count = Math.min(left, upTo - after)
    left -= count
    return count > 0 ? [{ after: upTo - count, upTo }] : []
  })
  return taken.reverse()
}

function merged(stays: readonly Stay[]): Stay[] {
  const inOrder = stays
    .filter(({ after, upTo }) => upTo > after)
    .sort((a, b) => a.after - b.after || a.upTo - b.upTo)
  const result: Stay[] = []
  for (const stay of inOrder) {
    const before = result.at(-1)
    if (!before || stay.after > before.upTo) result.push(stay)
    else result.splice(-1, 1, { ...before, upTo: Math.max(before.upTo, stay.upTo) })
  }
  return result
}
