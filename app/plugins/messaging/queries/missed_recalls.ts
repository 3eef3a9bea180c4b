import type { Database } from '@adonisjs/lucid/database'
import { clock } from '#kernel/state/main'
import type { Recalled, RecallLog } from '../recalls/recall_log.js'
import { toPosition, type RecallPosition } from '../recalls/recall_position.js'
import { sightAmong } from '../rosters/sight.js'
import { isWithin, type Stay } from '../rosters/stays.js'
import type { Position } from './renumbered.js'

/** What a client says of what it heard. */
export interface Heard {
  /** Conversations that it names → up to which `seq` it may have heard: what waits above its position counts as well. */
  readonly known: ReadonlyMap<number, number>
  /** As an earlier answer gave it. */
  readonly recalls: string | undefined
  /** In ms. */
  readonly since: number | undefined
}

export interface RecallsPage {
  readonly recalled: Recalled[]
  /** Where the next page begins; `null` where there is none. */
  readonly next: number | null
}

const DAY_MS = 86_400_000

/** What was recalled of messages that a client has heard. */
export class MissedRecalls {
  constructor(
    private readonly db: Database,
    private readonly log: RecallLog
  ) {}

  /** What is recalled later comes with the next answer, so it is asked for before messages are read. */
  last(): Promise<RecallPosition> {
    return this.log.last()
  }

  /** The position after which the client has heard none; `null` where it can have heard nothing that was recalled. */
  async heardUpTo({ known, recalls, since }: Heard, last: RecallPosition): Promise<number | null> {
    if (recalls === undefined && known.size === 0) return null
    if (recalls === undefined) return this.log.before(since ?? clock.now() - DAY_MS)
    const position = toPosition(recalls)
    if (await this.log.knows(position, last)) return position.position
    return this.log.before(position.atMs || clock.now() - DAY_MS)
  }

  /** What the person may see of each conversation is read once, however much was recalled there. */
  async page(userId: number, span: Stay, heard: Heard): Promise<RecallsPage> {
    const found = await this.log.of(userId, span)
    const ids = found.map(({ conversationId }) => conversationId)
    const seen = await sightAmong(this.db.connection(), userId, ids)
    const recalled = found.filter(({ conversationId, seq }) => {
      const { stays = [] } = seen.get(conversationId) ?? {}
      return seq <= upTo(heard, conversationId) && isWithin(stays, seq)
    })
    return { recalled, next: found.at(-1)?.position ?? null }
  }
}

/** By a position also those of conversations that are not named now: a later one would not bring them any more. */
function upTo({ known, recalls }: Heard, conversationId: number): number {
  return known.get(conversationId) ?? (recalls === undefined ? 0 : Infinity)
}

/** A client keeps what is above its position, until what is before has come; where numbers begin anew it throws that away. */
export function heardOf(known: readonly Position[], anew: readonly Position[]) {
  const heard = new Map(known.map(({ id }) => [id, Infinity]))
  for (const { id, seq } of anew) heard.set(id, Math.min(seq, heard.get(id) ?? seq))
  return heard
}
