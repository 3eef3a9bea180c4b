import DocumentKey from '../models/document_key.js'
import DocumentOpening from '../models/document_opening.js'
import { movesOfKey, type Moves } from '../sessions/moves_of_key.js'

/**
 * Whether somebody may be inside although it is told that the last has left: what is told has no order. Others who were
 * let in and not seen to be out again may be, and whoever leaves, where they were let in again or came once more.
 *
 * @param leavers ids of who is told to have left
 */
export async function mayStayInside(
  editorKey: string,
  leavers: readonly number[]
): Promise<boolean> {
  const openings = await DocumentOpening.query().where({ editorKey }).whereNull('endedAt')
  const theirs = Map.groupBy(openings, ({ userId }) => userId)
  for (const [userId, [opening, ...more]] of theirs)
    if (!leavers.includes(userId) || more.length > 0 || isOpenedSince(opening!)) return true
  return theirs.size > 0 && haveComeMore(editorKey, [...theirs.keys()])
}

/** Who of them has an opening under the key that is not seen to have ended, other than these. */
export async function standingIn(
  editorKey: string,
  userIds: readonly number[],
  others: readonly number[] = []
): Promise<Set<number>> {
  const openings = await DocumentOpening.query()
    .where({ editorKey })
    .whereIn('userId', [...userIds])
    .whereNotIn('id', [...others])
    .whereNull('endedAt')
    .select('userId')
  return new Set(openings.map(({ userId }) => userId))
}

function isOpenedSince({ openedAt, joinedAt }: DocumentOpening): boolean {
  return joinedAt === null || openedAt > joinedAt
}

/** Who of them is noted to have left more often than to have come under the key: once at least their coming was not heard. */
export async function cameUnheard(
  editorKey: string,
  userIds: readonly number[]
): Promise<number[]> {
  if (userIds.length === 0) return []
  const key = await DocumentKey.findByOrFail({ editorKey })
  const moves = await movesOfKey(key, { userIds })
  return moves.filter((theirs) => unheardIn(theirs) > 0).map(({ userId }) => userId!)
}

/** So often somebody's coming was not heard at least; negative where more comings are noted than leavings. */
export function unheardIn({ comings, leavings }: Moves): number {
  return leavings - comings
}

/** Whether of some of them more than one coming is noted of which no leaving is, since all was here the last time. */
async function haveComeMore(editorKey: string, userIds: readonly number[]): Promise<boolean> {
  const key = await DocumentKey.findByOrFail({ editorKey })
  const moves = await movesOfKey(key, { from: key.settledAt, userIds })
  return moves.some((theirs) => unheardIn(theirs) < -1)
}
