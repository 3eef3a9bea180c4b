import type { Database } from '@adonisjs/lucid/database'
import { storedMillis } from '#kernel/database/instant'
import { rowsOf } from '../statements.js'

interface Place {
  readonly id: number
  readonly seq: number
}

/** Conversation → when its message at the place was made, in ms; where there is none, nothing. One place of each. */
export async function madeAt(db: Database, places: readonly Place[]): Promise<Map<number, number>> {
  const made = new Map<number, number>()
  const atOnce = places.length > FEW ? MANY : FEW
  for (let from = 0; from < places.length; from += atOnce) {
    const some = places.slice(from, from + atOnce)
    const filled = Array.from({ length: atOnce }, (_, index) => some[index] ?? some[0]!)
    const bindings = filled.flatMap(({ id, seq }) => [id, seq])
    for (const row of await rowsOf(db.connection(), TEXTS[atOnce], bindings))
      made.set(Number(row.conversation_id), storedMillis(row.created_at))
  }
  return made
}

/** So many places are looked up in a statement, of which there are two texts. */
const [FEW, MANY] = [20, 100] as const

const textFor = (places: number) => `
  select conversation_id, created_at from messages
  where ${Array.from({ length: places }, () => '(conversation_id = ? and seq = ?)').join(' or ')}`

const TEXTS = { [FEW]: textFor(FEW), [MANY]: textFor(MANY) }
