import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { oneOfIds } from '#kernel/data_scope/main'
import { dialectOf } from '#kernel/database/main'
import { rowsPlannedOf } from '../statements.js'

/** Messages with ids from one on, and before another. */
export interface Part {
  readonly from: number
  readonly before: number
  /** How many of the conversations they are, and what their contents take. */
  readonly size: number
  readonly bytes: number
}

/** What a part may hold; one message is a part in any case. */
export interface PartLimits {
  readonly messages: number
  readonly bytes: number
}

const FACTOR = 8

/**
 * Goes back through the messages of some conversations, the newest of all first, in parts of so many at most. Others' messages lie
 * between them, few or very many: so a part reaches further back where the one before it held little. The first is small, for what is
 * common is found there.
 */
export class WayBack {
  #width: number

  /** @param size how many messages the conversations hold in all */
  constructor(
    private readonly client: QueryClientContract,
    private readonly conversationIds: readonly number[],
    private readonly size: number,
    private readonly most: PartLimits
  ) {
    this.#width = Math.floor(most.messages / FACTOR)
  }

  /** The next part before an id; `null` at the end. */
  async partBefore(id: number): Promise<Part | null> {
    if (id <= 1 || this.conversationIds.length === 0) return null
    if (this.size <= this.most.messages) {
      const all = await this.#partOf(1, id)
      if (this.#filled(all) <= 1) return all
    }
    for (;;) {
      const part = await this.#partOf(Math.max(1, id - this.#width), id)
      const filled = this.#filled(part)
      if (filled <= 1 || this.#width === 1) {
        this.#width *= growthAt(filled)
        return part
      }
      this.#width = Math.ceil(this.#width / FACTOR)
    }
  }

  /** How much of what a part may hold this one does. */
  #filled({ size, bytes }: Part): number {
    return Math.max(size / this.most.messages, bytes / this.most.bytes)
  }

  /** Where there are more than a part may have, one more is counted, and no further. No content is read for it. */
  async #partOf(from: number, before: number): Promise<Part> {
    const dialect = dialectOf(this.client)
    const { sql, bindings } = oneOfIds('conversation_id', this.conversationIds, dialect)
    const [row] = await rowsPlannedOf(
      this.client,
      `select count(*) as messages, coalesce(sum(bytes), 0) as bytes from (
         select octet_length(content) as bytes from messages where ${sql} and id >= ? and id < ? limit ?
       ) as part`,
      [...(bindings as string[]), from, before, this.most.messages + 1]
    )
    return { from, before, size: Number(row!.messages), bytes: Number(row!.bytes) }
  }
}

/** Where messages lie as densely further back, the next part is no larger than it may be. */
function growthAt(filled: number): number {
  if (filled <= 1 / FACTOR) return FACTOR
  return filled <= 1 / 2 ? 2 : 1
}
