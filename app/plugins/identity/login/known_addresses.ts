import db from '@adonisjs/lucid/services/db'
import type { From } from './address_failures.js'

/** From where accounts were logged in to, for as long as their sessions are kept. */
export class KnownAddresses {
  async has({ account, address }: From): Promise<boolean> {
    const session = await db
      .from('sessions')
      .join('users', 'users.id', 'sessions.user_id')
      .where('users.username', account)
      .where('sessions.address', address)
      .select('sessions.id')
      .first()
    return session !== null
  }
}
