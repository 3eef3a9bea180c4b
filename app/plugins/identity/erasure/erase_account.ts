import { randomBytes } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import { DateTime } from 'luxon'
import { withRetry } from '#kernel/database/main'
import { ERASED_NAME, type ErasedPerson } from '#kernel/plugins/main'
import { clock } from '#kernel/state/main'
import type User from '../models/user.js'
import { recordSecurityEvent } from '../security_log.js'
import type { ClientDetails } from '../sessions/client_details.js'

/** Not a hash, so that no password matches. */
const NO_PASSWORD = '!'
const ATTEMPTS = 5

/**
 * Erases everything of an account but its id and department; nobody can log in to it any more. The caller locks the row
 * and ends the sessions in the same transaction.
 */
export async function blankAccount(
  user: User,
  trx: TransactionClientContract,
  by: Partial<ClientDetails>
): Promise<void> {
  user.merge({
    username: `erased-${user.id}-${randomBytes(4).toString('hex')}`,
    nickname: ERASED_NAME,
    password: NO_PASSWORD,
    avatar: null,
    email: null,
    phone: null,
    positionId: null,
    status: 'disabled',
    erasedAt: DateTime.fromMillis(clock.now()),
  })
  await user.useTransaction(trx).save()
  await recordSecurityEvent({ ...by, type: 'erased', userId: user.id }, trx)
}

/** Deletes sessions with their tokens, the login history and failed logins, by user and by account name. */
export async function eraseLogins({ id, username }: ErasedPerson): Promise<void> {
  const own = (rows: DatabaseQueryBuilderContract) => {
    void rows.where('user_id', id)
    if (username !== null) void rows.orWhere('account', username)
  }
  await withRetry(ATTEMPTS, () =>
    db.transaction(async (trx) => {
      await trx.from('sessions').where('user_id', id).delete()
      await trx.from('security_events').whereNot('type', 'erased').where(own).delete()
      if (username !== null) await trx.from('login_attempts').where('account', username).delete()
    })
  )
}
