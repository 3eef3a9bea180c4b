import { standingIn, unheardIn } from '../live/who_may_stay.js'
import DocumentKey from '../models/document_key.js'
import { movesOfKey } from '../sessions/moves_of_key.js'
import type { LogEntry } from '../versions/document_log.js'

/** That they came so often unheard tells no more than a few times do. */
const MOST_UNHEARD = 20

type Move = Pick<LogEntry, 'action' | 'author' | 'detail'>

/** All but that somebody leaves who is out already, where that is noted many times: nothing bounds how often it is told. */
export async function worthNoting(editorKey: string, moves: readonly Move[]): Promise<Move[]> {
  const leavers = [...new Set(moves.filter(isLeaving).map(idOf))]
  if (leavers.length === 0) return [...moves]
  const standing = await standingIn(
    editorKey,
    leavers.filter((id) => id !== null)
  )
  const userIds = leavers.filter((id) => id === null || !standing.has(id))
  if (userIds.length === 0) return [...moves]
  const key = await DocumentKey.findByOrFail({ editorKey })
  const before = await movesOfKey(key, { userIds })
  const often = before.filter((theirs) => unheardIn(theirs) >= MOST_UNHEARD)
  const over = new Set(often.map(({ userId }) => userId))
  return moves.filter((move) => !isLeaving(move) || !over.has(idOf(move)))
}

function isLeaving({ action }: Move): boolean {
  return action === 'editing_left'
}

function idOf({ author }: Move): number | null {
  return author?.id ?? null
}
