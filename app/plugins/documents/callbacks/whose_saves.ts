import { inject } from '@adonisjs/core'
import type { DateTime } from 'luxon'
import type { Callback } from '../editor/callback.js'
import DocumentKey from '../models/document_key.js'
import DocumentOpening from '../models/document_opening.js'
import { lastRefusedOf } from '../recovery/refused_people.js'
import { SessionPeople } from '../recovery/session_people.js'
import type { SaveFiles } from '../saves/fetched_save.js'
import { whenWritten } from '../saves/when_written.js'
import { CLEARLY_MS, isClearlyAfter } from '../sessions/came_after.js'
import { movesOfKey } from '../sessions/moves_of_key.js'
import type { Author } from '../versions/author.js'
import { CallbackPeople } from '../versions/callback_people.js'
import { lookerIn } from './looker_in.js'

export interface WhoseSave {
  author: Author
  /** Who may have changed something of it; `undefined` where what was told shows it. */
  concerned: number[] | undefined
  /** Whether nothing that was told names its author as somebody whose changes it holds: a date tells of the last one alone. */
  isGuessed: boolean
}

type Dated = Pick<SaveFiles, 'assembledAt' | 'modifiedAt' | 'aheadMs'>

/**
 * Whose a save is. Whoever came back to lost work and only looked is named with it, too; it is of those who were there
 * before. The document server says no more of who changed something and stayed, or came back, while it was started anew:
 * they are told from each other by when the document says that it was changed last. Where that tells nothing, it is put down
 * to those of before, and may be of either.
 */
@inject()
export class WhoseSaves {
  constructor(
    private readonly people: CallbackPeople,
    private readonly before: SessionPeople
  ) {}

  /** @param files once they are fetched */
  async of(callback: Callback, files?: Dated): Promise<WhoseSave> {
    const { editorKey, payload } = callback
    const named = async () => this.people.authorOf(callback)
    const looker = lookerIn(payload)
    if (looker === null) return { author: await named(), concerned: undefined, isGuessed: false }
    const key = await DocumentKey.findByOrFail({ editorKey })
    const changedAt = files ? whenWritten(files).changedAt : null
    const part = changedAt ? await partOf(key, looker, changedAt) : 'unknown'
    if (part === 'changed') {
      const concerned = [...new Set([looker, ...(await this.before.concerned(key))])]
      return { author: await named(), concerned, isGuessed: true }
    }
    const author = await this.before.authorBefore(key, looker)
    const others = await this.before.concernedBefore(key, looker)
    const concerned = part === 'unknown' && others ? [...new Set([...others, looker])] : others
    return { author, concerned, isGuessed: true }
  }
}

/** What somebody did who left last, in what was changed last at that moment. */
async function partOf(
  key: DocumentKey,
  userId: number,
  changedAt: DateTime
): Promise<'changed' | 'looked' | 'unknown'> {
  const { editorKey } = key
  const openings = await DocumentOpening.query().where({ editorKey })
  const [theirs, others] = [true, false].map((isTheirs) =>
    openings.filter((opening) => (opening.userId === userId) === isTheirs)
  ) as [DocumentOpening[], DocumentOpening[]]
  if (theirs.length === 0) return 'unknown'
  if (theirs.every((opening) => isLetInAfter(opening, changedAt))) return 'looked'
  const refused = await lastRefusedOf(key)
  if (refused && !isClearlyAfter(changedAt, refused.createdAt)) return 'unknown'
  if (!(await cameBy(key, userId, changedAt))) return 'unknown'
  const isAlone = !others.some((opening) => mayBeInsideAt(opening, changedAt))
  return isAlone || (await isSinceComing(key, userId, changedAt)) ? 'changed' : 'unknown'
}

async function cameBy(key: DocumentKey, userId: number, until: DateTime): Promise<boolean> {
  const [moves] = await movesOfKey(key, { userIds: [userId], until })
  return moves !== undefined && moves.comings > 0
}

/** Whom the document server names changed last, or left last: of what was changed since they came it is the former. */
async function isSinceComing(key: DocumentKey, userId: number, changedAt: DateTime) {
  const [moves] = await movesOfKey(key, { userIds: [userId] })
  return moves !== undefined && +changedAt - moves.cameAt > CLEARLY_MS
}

function isLetInAfter({ firstOpenedAt }: DocumentOpening, moment: DateTime): boolean {
  return isClearlyAfter(firstOpenedAt, moment)
}

function mayBeInsideAt(opening: DocumentOpening, moment: DateTime): boolean {
  const { leftAt, missingAt, endedAt, joinedAt } = opening
  const gone = [leftAt, missingAt, endedAt].filter((at) => at && (!joinedAt || at >= joinedAt))
  const isGone = gone.some((goneAt) => isClearlyAfter(moment, goneAt!))
  return !isGone && !isLetInAfter(opening, moment)
}
