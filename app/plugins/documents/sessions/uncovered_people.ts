import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { DateTime } from 'luxon'
import { beginningOf } from '../versions/change_times.js'
import { changesOf } from '../versions/save_order.js'
import type DocumentKey from '../models/document_key.js'
import type DocumentOpening from '../models/document_opening.js'
import { cameAgain, isOutOfOrder, refusedIn } from './missing_people.js'
import { openingsAtRisk } from './people_at_risk.js'

/** What a session has brought, or that nothing was changed in it. */
export interface Brought {
  /** `null`: it was closed without changes. */
  history: { changes?: unknown } | null
  /** Whom it names as having changed something. */
  named: readonly number[]
  /** Who left with it. */
  leavers: readonly number[]
  /** By how much our clock is ahead of the document server's; `null`: not known. */
  aheadMs: number | null
}

/** Times are told to the second. */
const CLEARLY_MS = 2_000

/** As far back as the session that brought it is seen to reach. */
interface Life {
  brought: Brought
  /** When a last save of its session was refused before. */
  refusedAt: DateTime | null
  /** When something of it was changed first, by our clock. */
  begunAt: number | null
  /** When somebody came who was inside until it ended. */
  heldFrom: number | null
  /** Whether whoever left last was heard to come. */
  isHeard: boolean
}

/**
 * Who was inside since all was here, and of whose work what comes now can hold nothing: the document server has named
 * others without them, who were not heard to leave, and nothing shows that the session had begun before; or they had left
 * before that, to such people. What goes on from a lost save has no history, and holds what had been kept when its session
 * began anew.
 */
export async function uncoveredBy(
  key: DocumentKey,
  brought: Brought,
  client?: TransactionClientContract
): Promise<DocumentOpening[]> {
  const openings = await openingsAtRisk(key, client)
  const life = lifeOf(brought, openings, await refusedIn(key.editorKey, client))
  const changes = brought.history && changesOf(brought)
  if (changes?.length === 0) return openings.filter((opening) => isLost(opening, openings, life))
  const missing = openings.filter((opening) => {
    return isMissing(opening, openings, life) && !isNamedAfterAll(opening, openings, life)
  })
  return openings.filter((opening) => {
    return missing.includes(opening) || isLeftTo(opening, missing) || isUnheard(opening, life)
  })
}

function lifeOf(
  brought: Brought,
  openings: readonly DocumentOpening[],
  refusedAt: DateTime | null
): Life {
  const { history, aheadMs, leavers } = brought
  const begun = changesOf({ history }).flatMap((run) => beginningOf(run) ?? [])
  const theirs = openings.filter(({ userId }) => leavers.includes(userId))
  const held = theirs.filter(({ missingAt }) => missingAt === null)
  return {
    brought,
    refusedAt,
    begunAt: begun.length > 0 ? Math.min(...begun) + (aheadMs ?? 0) : null,
    heldFrom: held.length > 0 ? Math.max(...held.map(({ joinedAt }) => +joinedAt!)) : null,
    isHeard: leavers.length === 0 || theirs.length > 0,
  }
}

function isLost(opening: DocumentOpening, all: readonly DocumentOpening[], life: Life): boolean {
  const { userId, lostAt } = opening
  if (lostAt === null || (life.heldFrom !== null && life.heldFrom < +lostAt)) return false
  const isNamed = life.brought.named.includes(userId) && !cameAgain(opening, all)
  return !isNamed && !isNamedAfterAll(opening, all, life)
}

/** Of whoever came again what they did then says nothing of before. */
function isMissing(opening: DocumentOpening, all: readonly DocumentOpening[], life: Life): boolean {
  const { userId, missingAt } = opening
  if (missingAt === null) return false
  if (life.heldFrom !== null && life.heldFrom < +missingAt) return false
  const isNamed = life.brought.named.includes(userId) && !cameAgain(opening, all)
  return !reachesBack(life, +missingAt, isNamed)
}

function isNamedAfterAll(
  opening: DocumentOpening,
  openings: readonly DocumentOpening[],
  { brought: { named, leavers }, refusedAt }: Life
): boolean {
  const isNamed = [...named, ...leavers].includes(opening.userId)
  return isNamed && isOutOfOrder(opening, openings, refusedAt)
}

/** Whether it was begun before; where that is too close to be told, whether it names them. */
function reachesBack({ begunAt }: Life, moment: number, isNamed: boolean): boolean {
  if (begunAt !== null && begunAt + CLEARLY_MS < moment) return true
  const isClose = begunAt === null || begunAt - CLEARLY_MS < moment
  return isClose && isNamed
}

/** Whether their work was left to somebody who is missing. */
function isLeftTo(opening: DocumentOpening, missing: readonly DocumentOpening[]): boolean {
  const { leftAt, userId } = opening
  if (leftAt === null) return false
  return missing.some((other) => {
    return other.userId !== userId && wasInsideBy(other, leftAt) && leftAt <= other.missingAt!
  })
}

/** Of whoever came again, when they had come before is told by when they were let in first. */
function wasInsideBy({ joinedAt, missingAt, firstOpenedAt }: DocumentOpening, moment: DateTime) {
  const isAgain = joinedAt! >= missingAt!
  return isAgain ? firstOpenedAt <= moment : joinedAt! <= moment
}

/** Where neither the coming of who left last was heard, nor their own leaving. */
function isUnheard({ userId, joinedAt, leftAt }: DocumentOpening, life: Life): boolean {
  const { named, leavers } = life.brought
  if (life.isHeard || leftAt !== null || [...named, ...leavers].includes(userId)) return false
  return !reachesBack(life, +joinedAt!, false)
}
