import db from '@adonisjs/lucid/services/db'
import { clientKey } from '#kernel/rate_limit/client_key'
import type { From } from './address_failures.js'

/** Of sessions that do not say their address. */
const MOST = 500

/** From where accounts were logged in to, for as long as their sessions are kept. */
export class KnownAddresses {
  async has({ account, address }: From): Promise<boolean> {
    const rows = await db
      .from('sessions')
      .join('users', 'users.id', 'sessions.user_id')
      .where('users.username', account)
      .where((asked) => asked.where('sessions.address', address).orWhereNull('sessions.address'))
      .distinct('sessions.address')
      .select(db.raw('case when sessions.address is null then sessions.ip end as ip'))
      .limit(MOST)
    return rows.some((row) => row.address === address || isOf(row.ip, address))
  }
}

function isOf(ip: string | null, address: string): boolean {
  return ip !== null && clientKey(ip) === address
}
