import { storedMillis } from '#kernel/database/main'
import type { Span } from '../delivery/message_log.js'
import { seenAfter } from '../rosters/seen_after.js'
import { clipped, staysOf, type Stay } from '../rosters/stays.js'
import type { Row } from '../statements.js'
import type { StoredMessage } from '../writing/stored_message.js'

/** What a client misses of one conversation. */
export interface Missing {
  readonly conversationId: number
  /** How far the client says it has come. */
  readonly position: number | undefined
  /** Where what the member sees at present begins. */
  readonly seenAfter: number
  readonly spans: readonly Span[]
  /** There is more behind an interruption that a later page goes over. */
  readonly later: boolean
}

/** Clocks of nodes differ, and a commit takes its time. */
export const MARGIN_MS = 120_000

/**
 * @param since in ms; who came into a conversation since then misses all of it, read or not, and though they left it, unless
 *   they name it
 */
export function missingOf(
  row: Row,
  positions: ReadonlyMap<number, number>,
  since: number
): Missing {
  const conversationId = Number(row.conversation_id)
  const position = positions.get(conversationId)
  const begun = { conversationId, position, seenAfter: seenAfter(row) }
  const isNew = storedMillis(row.created_at) >= since - MARGIN_MS
  const isOver = row.left_seq !== null && !isNew
  if (position === undefined && isOver) return { ...begun, spans: [], later: false }

  const unheardAfter = isNew ? 0 : Number(row.read_seq)
  const stays = clipped(staysOf(row), { after: position ?? unheardAfter })
  const now = position === undefined ? stays : stays.slice(0, stays[0]?.after === position ? 2 : 1)
  const spans = now.map((stay) => ({ conversationId, ...stay }))
  return { ...begun, spans, later: now.length < stays.length }
}

/** A part that somebody saw has no gaps, so it is known beforehand how much a page takes of each. */
export function firstSpans(spans: readonly Span[], most: number): { taken: Span[]; more: boolean } {
  const taken: Span[] = []
  let left = most
  for (const span of spans) {
    if (left === 0) return { taken, more: true }
    const upTo = Math.min(span.upTo, span.after + left)
    taken.push({ ...span, upTo })
    left -= upTo - span.after
    if (upTo < span.upTo) return { taken, more: true }
  }
  return { taken, more: false }
}

/** What of the spans comes before a message of theirs. */
export function spansBefore(
  spans: readonly Span[],
  { conversationId, seq }: StoredMessage
): Span[] {
  const at = spans.findIndex((span) => span.conversationId === conversationId && seq <= span.upTo)
  const [last] = clipped([spans[at] as Stay], { upTo: seq - 1 })
  return [...spans.slice(0, at), ...(last ? [{ conversationId, ...last }] : [])]
}
