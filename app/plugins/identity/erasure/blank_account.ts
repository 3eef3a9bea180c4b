import { randomBytes } from 'node:crypto'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DateTime } from 'luxon'
import { ERASED_NAME } from '#kernel/plugins/main'
import { clock } from '#kernel/state/main'
import type User from '../models/user.js'
import { recordSecurityEvent } from '../security_log.js'
import type { ClientDetails } from '../sessions/client_details.js'

/** Not a hash, so that no password matches. */
const NO_PASSWORD = '!'

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
    status: 'disabled',
    erasedAt: DateTime.fromMillis(clock.now()),
  })
  await user.useTransaction(trx).save()
  await recordSecurityEvent({ ...by, type: 'erased', userId: user.id }, trx)
}
