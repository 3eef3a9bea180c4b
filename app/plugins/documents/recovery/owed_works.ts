import { toStored } from '#kernel/database/instant'
import DocumentKey from '../models/document_key.js'
import DocumentOpening from '../models/document_opening.js'
import type DocumentOwedWork from '../models/document_owed_work.js'
import DocumentVersion from '../models/document_version.js'
import { contributorsOf } from '../notices/contributors.js'
import { movesOfKey } from '../sessions/moves_of_key.js'
import { UNFINISHED } from '../sessions/session_traces.js'
import { beginningOf } from '../versions/change_times.js'
import { isSameChange } from '../versions/same_change.js'
import { begunWith, changesOf } from '../versions/save_order.js'
import { historyIn } from '../versions/version_history.js'
import { UNTOLD, wasSavedUpon } from './settled_loss.js'

/** So many versions of a session, the newest, are looked through for what was refused. */
const LOOKED_THROUGH = 20

/** Whether it is still to be learnt what becomes of it: its session goes on, or people are told once it is found gone. */
export async function isOpenStill({ editorKey, createdAt }: DocumentOwedWork): Promise<boolean> {
  const key = await DocumentKey.findByOrFail({ editorKey })
  if (!UNFINISHED.includes(key.state)) return false
  if (key.goneAt || key.unsavedAt) return true
  if (key.settledAt && key.settledAt >= createdAt) return false
  const inside = DocumentOpening.query().where({ editorKey }).whereNull('endedAt')
  return (await inside.whereNotNull('joinedAt').first()) !== null
}

/** To whom of those whose work it was nothing of it has come since. */
export async function stillOwedTo(
  owed: DocumentOwedWork,
  others: readonly DocumentOwedWork[]
): Promise<number[]> {
  const { abandonedAt } = await DocumentKey.findByOrFail({ editorKey: owed.editorKey })
  if (abandonedAt) return []
  if (owed.mark !== null) return (await hasCome(owed, others)) ? [] : owed.userIds
  if (owed.lostAt === null && (await wentOn(owed))) return []
  const heard = new Set([...(await toldSince(owed)), ...(await leftSince(owed))])
  return owed.userIds.filter((id) => !heard.has(id))
}

/**
 * A refused save is here where a save of its session is that carries as much, or was changed later. What had been kept
 * over there is the last that was refused, for one is kept for a key.
 */
async function hasCome(
  owed: DocumentOwedWork,
  others: readonly DocumentOwedWork[]
): Promise<boolean> {
  for (const version of await keptOf(owed)) if (await carries(version, owed)) return true
  if (!(await wasSavedUpon(owed))) return false
  const refused = others.filter(({ mark, id }) => mark !== null && id > owed.id)
  for (const later of refused.toReversed())
    if (await wasSavedUpon(later)) return isMadeUpon(later, owed)
  return true
}

/** Of a session that was opened from what lay there no history is told. */
function isMadeUpon(later: DocumentOwedWork, owed: DocumentOwedWork): boolean {
  return later.history === UNTOLD || goesOn(historyOf(later), historyOf(owed))
}

function keptOf({ documentId, editorKey }: DocumentOwedWork): Promise<DocumentVersion[]> {
  const kept = DocumentVersion.described().where({ documentId, editorKey })
  return kept.orderBy('no', 'desc').limit(LOOKED_THROUGH).exec()
}

async function carries(version: DocumentVersion, owed: DocumentOwedWork): Promise<boolean> {
  const [kept, refused] = [
    { history: historyIn(await version.loadHistory()) },
    { history: historyOf(owed) },
  ]
  if (!goesOn(kept.history, refused.history)) return false
  const isLonger = changesOf(kept).length > changesOf(refused).length
  if (isLonger && begunWith(kept, refused) !== null) return true
  if (version.changedBy && owed.changedBy) return version.changedBy >= owed.changedBy
  return version.createdAt >= owed.createdAt
}

type History = ReturnType<typeof historyIn>

/** Whether both are of one session over there: who began it, and when, is told to the second. */
function goesOn(history: History, before: History): boolean {
  const [first] = changesOf({ history })
  return first !== undefined && isSameChange(first, changesOf({ history: before })[0])
}

function historyOf({ history }: DocumentOwedWork): History {
  return historyIn(history)
}

/**
 * Whether what lay there is in a save that came since and goes on from it: who came alone, and once, opened what had lain
 * there before.
 */
async function wentOn({ documentId, editorKey, createdAt }: DocumentOwedWork): Promise<boolean> {
  const upon = await DocumentVersion.described()
    .where({ documentId, editorKey, history: UNTOLD })
    .whereIn('kind', ['save', 'forced_save'])
    .where('createdAt', '>', toStored(createdAt))
    .orderBy('no')
    .first()
  if (!upon) return false
  const key = await DocumentKey.findByOrFail({ editorKey })
  const moves = await movesOfKey(key, { from: createdAt, until: upon.createdAt })
  return moves.reduce((comings, theirs) => comings + theirs.comings, 0) === 1
}

/**
 * Of a version of its session that came since, late or brought back, those whose work of then it may hold were told. What was
 * nowhere is in none that does not tell of it.
 */
async function toldSince({ documentId, editorKey, createdAt, lostAt }: DocumentOwedWork) {
  const since = await DocumentVersion.described()
    .where({ documentId, editorKey })
    .whereIn('kind', ['late', 'recovered'])
    .where('createdAt', '>', toStored(createdAt))
  const told: number[] = []
  for (const version of since) {
    const { authorId, concerned } = version
    const history = historyIn(await version.loadHistory())
    const isOfBefore = (run: unknown) => (beginningOf(run) ?? 0) <= +(lostAt ?? createdAt)
    const changes = changesOf({ history })
    if (changes.length > 0)
      told.push(
        ...contributorsOf({ authorId: null, history: { changes: changes.filter(isOfBefore) } })
      )
    else if (lostAt === null) told.push(...contributorsOf({ authorId, concerned, history }))
  }
  return told
}

/** Whose leaving of the session was heard after all: what is told has no order. */
async function leftSince({ editorKey, userIds, createdAt: from }: DocumentOwedWork) {
  const key = await DocumentKey.findByOrFail({ editorKey })
  const moves = await movesOfKey(key, { from, userIds })
  const left = new Set(
    moves.filter((theirs) => theirs.leavings > theirs.comings).map(({ userId }) => userId)
  )
  return userIds.filter((id) => left.has(id))
}
