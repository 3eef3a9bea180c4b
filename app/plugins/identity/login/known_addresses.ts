import db from '@adonisjs/lucid/services/db'
import { clientKey } from '#kernel/rate_limit/client_key'
import type { From } from './address_failures.js'

const MOST = 500

/** From where accounts were logged in to, for as long as their sessions are kept. */
export class KnownAddresses {
  async has({ account, address }: From): Promise<boolean> {
    const rows = await db
      .from('sessions')
      .join('users', 'users.id', 'sessions.user_id')
      .where('users.username', account)
      .whereNotNull('sessions.ip')
      .distinct('sessions.ip')
      .limit(MOST)
    return rows.some(({ ip }) => clientKey(String(ip)) === address)
  }
}
