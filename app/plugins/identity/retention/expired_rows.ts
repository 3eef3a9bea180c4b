import db from '@adonisjs/lucid/services/db'
import { toStored } from '#kernel/database/main'

/** Deletes expired sessions, each after its refresh tokens, of which there may be many. */
export async function removeSessions(beforeMs: number, most: number): Promise<number> {
  const over = await db
    .from('sessions')
    .where('expires_at', '<', toStored(beforeMs))
    .orderBy('expires_at')
    .limit(most)
    .select('id')
  if (over.length === 0) return 0

  const sessionIds = over.map(({ id }) => Number(id))
  const tokens = await db
    .from('refresh_tokens')
    .whereIn('session_id', sessionIds)
    .limit(most)
    .select('id')
  if (tokens.length > 0) return removeIds('refresh_tokens', tokens)
  return removeIds('sessions', over)
}

/** Deletes those of accounts that were not tried for so long and are not locked. */
export async function removeLoginAttempts(beforeMs: number, most: number): Promise<number> {
  const before = toStored(beforeMs)
  const untried = () =>
    db
      .from('login_attempts')
      .where('pending_since', '<', before)
      .where((lock) => void lock.whereNull('locked_until').orWhere('locked_until', '<', before))
  const old = await untried().limit(most).select('account')
  if (old.length === 0) return 0
  await untried()
    .whereIn(
      'account',
      old.map(({ account }) => String(account))
    )
    .delete()
  return old.length
}

async function removeIds(table: string, rows: readonly { id: unknown }[]): Promise<number> {
  await db
    .from(table)
    .whereIn(
      'id',
      rows.map(({ id }) => Number(id))
    )
    .delete()
  return rows.length
}
