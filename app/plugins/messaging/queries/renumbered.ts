import type { Database } from '@adonisjs/lucid/database'
import { seenAfter } from '../rosters/seen_after.js'
import { staysOf } from '../rosters/stays.js'
import type { Row } from '../statements.js'
import { lastMadeBy } from './last_made_by.js'
import { madeAt } from './made_at.js'

export interface Position {
  id: number
  seq: number
}

/** Where to go back to, and when the message there was made, as ISO 8601, where that is known. */
export interface Anew extends Position {
  createdAt?: string
}

/** How far a client has come, and when the message at that number was made, in ms, where it says so. */
export interface Standing extends Position {
  madeAt?: number | undefined
}

interface Held extends Standing {
  readonly seenAfter: number
  readonly upTo: number
}

/** Stores keep times of positions less exactly than they were given; what is restored takes longer. */
const INEXACT_MS = 1_000

/**
 * After a backup is restored, the numbers after it are given again to other messages. A client that had come further
 * stands at a number that nobody was given yet, or at that of a message which was made at another time.
 */
export class Renumbered {
  constructor(private readonly db: Database) {}

  /**
   * Conversations in which a client stands at a number of old, and up to where it has what there is now, or less: never more,
   * however far the person has read on another device. Where they are no member it is the beginning, whether there is such a
   * conversation or not: the membership or the conversation may be of after the backup, and its number be given again.
   *
   * @param rows the memberships of the person, those in all that the client names among them
   */
  async among(rows: readonly Row[], known: readonly Standing[]): Promise<Anew[]> {
    const standings = new Map(known.map((standing) => [standing.id, standing]))
    const held = rows.flatMap((row) => heldOf(row, standings.get(Number(row.conversation_id))))
    const made = await madeAt(this.db, held.filter(canBeComparedWith))
    const ofOld = held.filter((one) => isOfOld(one, made.get(one.id)))
    const common = await lastMadeBy(this.db, ofOld.flatMap(soughtOf))
    const back = ofOld.map(({ id, seenAfter: seq }) => ({ id, ...(common.get(id) ?? { seq }) }))
    return [...back, ...withoutMembership(rows, [...standings.values()])]
  }
}

function withoutMembership(rows: readonly Row[], known: readonly Standing[]): Anew[] {
  const mine = new Set(rows.map((row) => Number(row.conversation_id)))
  return known.filter(({ id, seq }) => seq > 0 && !mine.has(id)).map(({ id }) => ({ id, seq: 0 }))
}

/** What is outside of the parts that they see is no message of theirs. */
function heldOf(row: Row, standing?: Standing): Held[] {
  if (!standing) return []
  const { seq } = standing
  const last = { after: seenAfter(row), upTo: Number(row.left_seq ?? row.last_seq) }
  const stay =
    seq > last.upTo ? last : staysOf(row).find(({ after, upTo }) => seq > after && seq <= upTo)
  if (!stay || seq <= stay.after) return []
  return [{ ...standing, seenAfter: stay.after, upTo: stay.upTo }]
}

function canBeComparedWith({ seq, madeAt: at, upTo }: Held): boolean {
  return at !== undefined && seq <= upTo
}

/** Other messages were made after those of old; one that was made before is where a client with an earlier time went back to. */
function isOfOld({ seq, madeAt: at, upTo }: Held, made?: number): boolean {
  if (seq > upTo) return true
  return at !== undefined && made !== undefined && made - at >= INEXACT_MS
}

/** The message at a number of old was given to another one, so the backup ends before it. Without a time nothing can be sought. */
function soughtOf({ id, seq, madeAt: at, seenAfter: after, upTo }: Held) {
  return at === undefined ? [] : [{ id, at, after, upTo: Math.min(upTo, seq - 1) }]
}
