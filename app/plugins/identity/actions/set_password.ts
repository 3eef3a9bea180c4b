import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { PasswordHashing } from '../login/password_hashing.js'
import type User from '../models/user.js'
import AccountNotices from '../notices/account_notices.js'
import { recordSecurityEvent } from '../security_log.js'
import { SessionRegistry, type EndedSession } from '../sessions/session_registry.js'

/** Sets an operator's password without knowing the old one, and ends all of their sessions. */
@inject()
export class SetPassword {
  constructor(
    private readonly hashing: PasswordHashing,
    private readonly registry: SessionRegistry,
    private readonly notices: AccountNotices
  ) {}

  async handle(user: User, password: string): Promise<void> {
    const hashed = await this.hashing.make(password)
    const ended = await db.transaction((trx) => this.within(trx, user, hashed))
    await this.announce(user.id, ended)
  }

  /** The same within a transaction. Resolves to the sessions that it ends, to be announced after the commit. */
  async within(
    trx: TransactionClientContract,
    user: User,
    hashed: string
  ): Promise<EndedSession[]> {
    user.password = hashed
    await user.useTransaction(trx).save()
    const entry = { userId: user.id, account: user.username }
    await recordSecurityEvent({ ...entry, type: 'password_changed' }, trx)
    return this.registry.endWithin(trx, user.id, 'password_changed')
  }

  async announce(userId: number, ended: EndedSession[]): Promise<void> {
    await this.registry.announceEnd(ended, 'password_changed')
    await this.registry.usersChanged([userId])
    await this.notices.passwordSet(userId)
  }
}
