import type { Database } from '@adonisjs/lucid/database'
import { storedMillis } from '#kernel/database/main'
import { anyOf, severally } from '../statements.js'

interface Place {
  readonly id: number
  readonly seq: number
}

/** Conversation → when its message at the place was made, in ms; where there is none, nothing. One place of each. */
export async function madeAt(db: Database, places: readonly Place[]): Promise<Map<number, number>> {
  const rows = await readPlaces(
    db.connection(),
    places.map(({ id, seq }) => [id, seq])
  )
  return new Map(rows.map((row) => [Number(row.conversation_id), storedMillis(row.created_at)]))
}

const readPlaces = severally(
  (places) => `
    select conversation_id, created_at from messages
    where ${anyOf(places, 'conversation_id = ? and seq = ?')}`
)
