import type { Database } from '@adonisjs/lucid/database'
import { storedToIso } from '#kernel/database/main'
import { madeAt } from './made_at.js'

/** Part of a conversation, and a time in ms. */
export interface Sought {
  readonly id: number
  readonly after: number
  readonly upTo: number
  readonly at: number
}

export interface Found {
  readonly seq: number
  /** As ISO 8601; of a message that was found. */
  readonly createdAt?: string
}

/**
 * Conversation → a message of the part that was made by the time, and the next one after it; `after` where none was. Each
 * statement halves what is left of a hundred parts. What was made before a backup was made by a time since then, and
 * what was made since it was restored was not: between the two there is one place, also where clocks of nodes differ a little.
 */
export async function lastMadeBy(
  db: Database,
  parts: readonly Sought[]
): Promise<Map<number, Found>> {
  const found = new Map<number, Found>(parts.map(({ id, after }) => [id, { seq: after }]))
  let open = parts.filter(({ after, upTo }) => upTo > after)
  while (open.length > 0) {
    const made = await madeAt(
      db,
      open.map((part) => ({ id: part.id, seq: middleOf(part) }))
    )
    const halves = open.map((part) => halfOf(part, made.get(part.id)))
    for (const { id, after } of halves)
      if (after > found.get(id)!.seq)
        found.set(id, { seq: after, createdAt: storedToIso(made.get(id)) })
    open = halves.filter(({ after, upTo }) => upTo > after)
  }
  return found
}

function middleOf({ after, upTo }: Sought): number {
  return Math.ceil((after + upTo) / 2)
}

function halfOf(part: Sought, made: number | undefined): Sought {
  const middle = middleOf(part)
  const isMadeBy = made !== undefined && made <= part.at
  return isMadeBy ? { ...part, after: middle } : { ...part, upTo: middle - 1 }
}
