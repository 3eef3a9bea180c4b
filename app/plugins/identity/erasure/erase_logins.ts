import db from '@adonisjs/lucid/services/db'
import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import { withRetry } from '#kernel/database/main'
import type { ErasedPerson } from '#kernel/plugins/main'

const TIMES = 5

/** Deletes sessions with their tokens, the login history and failed logins, by user and by account name. */
export async function eraseLogins({ id, username }: ErasedPerson): Promise<void> {
  const own = (rows: DatabaseQueryBuilderContract) => {
    void rows.where('user_id', id)
    if (username !== null) void rows.orWhere('account', username)
  }
  await withRetry(TIMES, () =>
    db.transaction(async (trx) => {
      await trx.from('sessions').where('user_id', id).delete()
      await trx.from('security_events').whereNot('type', 'erased').where(own).delete()
      if (username !== null) await trx.from('login_attempts').where('account', username).delete()
    })
  )
}
