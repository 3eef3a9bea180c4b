import { inject } from '@adonisjs/core'
import { EntryLog } from '../entries/entry_log.js'
import type { Entry } from '../entries/entry.js'
import { messagingConfig } from '../messaging_config.js'
import {
  everMembershipOf,
  membershipsAmong,
  membershipsOf,
  type Membership,
} from '../rosters/membership.js'
import { sees } from '../rosters/roster.js'
import { firstWithin, PAGE_BYTES } from './paging.js'

/** How far a client has come in a conversation. */
export interface Position {
  readonly id: number
  readonly seq: number
}

/** Entries of one conversation after `after`, up to `seq`; those in between that are missing are not for this person. */
export interface MissedPart {
  readonly conversationId: number
  readonly after: number
  readonly seq: number
  readonly entries: readonly Entry[]
}

interface Wanted extends Position {
  readonly membership: Membership
}

/** What a client missed of its conversations, also of those that the person has left, up to there. */
@inject()
export class MissedEntries {
  constructor(private readonly log: EntryLog) {}

  /** `[id, lastSeq, readSeq, firstSeq]` of all conversations of a person. */
  async positions(userId: number): Promise<[number, number, number, number][]> {
    const memberships = await membershipsOf(userId)
    return memberships.map(({ conversationId, lastSeq, readSeq, fromSeq }) => [
      conversationId,
      lastSeq,
      readSeq,
      fromSeq,
    ])
  }

  /**
   * With conversations of which they are no member any more, and positions at which a client forgets what it has, and goes on.
   *
   * @param most a conversation in which more entries lie ahead is reset
   */
  async page(userId: number, positions: readonly Position[], most = Infinity) {
    const ids = [...new Set(positions.map(({ id }) => id))]
    const inOrder = [...positions].sort((one, other) => one.id - other.id)
    const memberships = await membershipsAmong(userId, ids)
    const gone = ids.filter((id) => memberships.get(id)?.hasLeft ?? true)
    const reset: Position[] = []
    const wanted: Wanted[] = []
    for (const { id, seq } of inOrder) {
      const membership = memberships.get(id)
      if (!membership) continue
      const { fromSeq, toSeq } = membership
      if (seq < fromSeq - 1 || seq > toSeq || toSeq - seq > most) reset.push({ id, seq: toSeq })
      else wanted.push({ id, seq, membership })
    }
    return { parts: await this.#read(wanted), gone, reset }
  }

  /** Of one conversation, over HTTP. @throws E_NOT_FOUND */
  async of(userId: number, conversationId: number, { afterSeq = 0, limit = 200 }) {
    const membership = await everMembershipOf(conversationId, userId)
    const { fromSeq, toSeq, lastSeq, hasLeft } = membership
    const seq = Math.min(Math.max(afterSeq, fromSeq - 1), toSeq)
    const [part] = await this.#read([{ id: conversationId, seq, membership }], limit)
    return { ...part!, asOf: hasLeft ? toSeq : lastSeq }
  }

  /** So many entries at most, of as many conversations as that takes. */
  async #read(wanted: readonly Wanted[], limit = messagingConfig().pageEntries) {
    let left = limit
    const spans = wanted.map(({ id: conversationId, seq: after, membership: { toSeq } }) => {
      const upTo = Math.min(toSeq, after + left)
      left -= upTo - after
      return { conversationId, after, upTo }
    })
    const found = await this.log.spans(spans.filter(({ after, upTo }) => upTo > after))
    const entries = firstWithin(found, PAGE_BYTES)
    const cut = found[entries.length]
    return spans.map(({ conversationId, after, upTo }, index): MissedPart => {
      const own = entries.filter((entry) => entry.conversationId === conversationId)
      const isCut = cut !== undefined && cut.conversationId <= conversationId
      const seq = isCut ? (own.at(-1)?.seq ?? after) : upTo
      const { fromSeq } = wanted[index]!.membership
      return { conversationId, after, seq, entries: own.filter((one) => sees(fromSeq, one)) }
    })
  }
}
