import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { DateTime } from 'luxon'
import { assertUnchanged } from '#kernel/database/main'
import { E_UNAUTHENTICATED } from '#kernel/errors/main'
import type { Operator } from '#kernel/acting/main'
import { spend } from '#kernel/rate_limit/main'
import type { Language } from '#kernel/languages/main'
import { emailTaken } from '../email_taken.js'
import User from '../models/user.js'
import AccountNotices from '../notices/account_notices.js'
import { recordSecurityEvent } from '../security_log.js'
import type { ClientDetails } from '../sessions/client_details.js'
import { SessionRegistry } from '../sessions/session_registry.js'

export interface ProfileChanges {
  nickname?: string
  email?: string | null
  avatar?: string | null
  language?: Language | null
  /** Of the row as the client saw it; given, a change in between answers 409. */
  updatedAt?: DateTime
}

interface Written {
  user: User
  hasOtherEmail: boolean
}

/** Each change invalidates what every node has cached of the user. */
const QUOTA = {
  name: 'identity:profile-changes',
  most: 20,
  duration: '1 minute',
  spent: 'You have changed your profile as often as one may in a minute',
}

/** Changes one's own profile. Another e-mail address is recorded in the history, and its user notified. */
@inject()
export class UpdateProfile {
  constructor(
    private readonly registry: SessionRegistry,
    private readonly notices: AccountNotices
  ) {}

  /** @throws E_CONFLICT, E_TOO_MANY_REQUESTS; E_UNAUTHENTICATED for who was disabled or erased meanwhile */
  async handle({ id }: Operator, changes: ProfileChanges, client: ClientDetails): Promise<User> {
    await spend(QUOTA, id)
    const { user, hasOtherEmail } = await db.transaction((trx) =>
      this.#write(trx, id, changes, client)
    )
    await this.registry.usersChanged([id])
    if (hasOtherEmail) await this.notices.emailChanged(id, client)
    return user
  }

  async #write(
    trx: TransactionClientContract,
    id: number,
    { updatedAt, ...profile }: ProfileChanges,
    client: ClientDetails
  ): Promise<Written> {
    const enabled = { id, status: 'enabled' }
    const user = await User.query({ client: trx }).where(enabled).forUpdate().first()
    if (!user) throw new E_UNAUTHENTICATED()
    assertUnchanged(user, updatedAt)
    user.merge(profile)
    const hasOtherEmail = user.$dirty.email !== undefined
    if (hasOtherEmail) {
      const entry = { ...client, userId: id, account: user.username }
      await recordSecurityEvent({ ...entry, type: 'email_changed' }, trx)
    }
    return { user: await user.save().catch(emailTaken), hasOtherEmail }
  }
}
