import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DateTime } from 'luxon'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { actAsSystem, currentOperator } from '#kernel/acting/main'
import { PersonalData } from '#kernel/plugins/main'
import { clock } from '#kernel/state/main'
import { say } from '#kernel/languages/main'
import {
  blankAccount,
  SessionRegistry,
  User,
  type ClientDetails,
  type EndedSession,
} from '#plugins/identity/main'
import Erasure from '../models/erasure.js'
import { RightsAnnouncements } from '../rights_announcements.js'
import { AdminTransaction } from '../rules/admin_transaction.js'
import { revisionOf } from '../snapshot/access_revision.js'
import { assertAdministratorLeft } from '../rules/last_administrator.js'
import { assertNotSelf, userToRemove } from '../rules/user_rules.js'

/**
 * Erases what is personal of somebody, for good. First, and at once, nobody can log in to their account any more; then
 * every plugin gives up what it keeps of them. Asked again, it does so again: that finishes what was cut short.
 */
@inject()
export class ErasePerson {
  constructor(
    private readonly administration: AdminTransaction,
    private readonly announcements: RightsAnnouncements,
    private readonly registry: SessionRegistry,
    private readonly personal: PersonalData
  ) {}

  /** @throws E_NOT_FOUND, E_FORBIDDEN, E_CONFLICT */
  async handle(id: number, client: ClientDetails): Promise<Erasure> {
    assertNotSelf(id, 'Nobody erases their own data; ask somebody else who may')
    const { id: requestedBy } = currentOperator()
    const ended = await this.administration.exclusive(async (change) => {
      const { user } = await userToRemove(id, change)
      return this.#begin(user, change.trx, requestedBy, client)
    })
    return this.#finish(id, ended)
  }

  /** By command; also of somebody who was deleted before. @throws E_NOT_FOUND, E_CONFLICT */
  async ofAnybody(id: number): Promise<Erasure> {
    const ended = await actAsSystem('erase somebody’s personal data by command', () =>
      db.transaction(async (trx) => {
        await revisionOf(trx, 'forUpdate')
        const user = await User.query({ client: trx }).where({ id }).forUpdate().first()
        if (user) return this.#begin(user, trx, null, {})
        await assertWas(id, trx)
        await note(id, trx, null, null)
        return []
      })
    )
    return this.#finish(id, ended)
  }

  async #begin(
    user: User,
    trx: TransactionClientContract,
    requestedBy: number | null,
    client: Partial<ClientDetails>
  ): Promise<EndedSession[]> {
    if (user.erasedAt) return []
    const { id, username } = user
    await note(id, trx, requestedBy, username)
    const ended = await this.registry.endWithin(trx, id, 'deleted')
    await trx.from('user_roles').where('user_id', id).delete()
    await blankAccount(user, trx, client)
    await assertAdministratorLeft(trx)
    return ended
  }

  async #finish(userId: number, ended: readonly EndedSession[]): Promise<Erasure> {
    await this.registry.announceEnd(ended, 'deleted')
    await this.announcements.usersChanged([userId])
    return actAsSystem('erase somebody’s personal data', () => this.#erase(userId))
  }

  async #erase(userId: number): Promise<Erasure> {
    const erasure = await Erasure.findByOrFail({ userId })
    const { username, erasedAt } = erasure
    for (const holding of this.personal.holdings()) await holding.erase({ id: userId, username })
    const now = DateTime.fromMillis(clock.now(), { zone: 'utc' })
    return erasure.merge({ username: null, erasedAt: erasedAt ?? now }).save()
  }
}

async function note(
  userId: number,
  client: TransactionClientContract,
  requestedBy: number | null,
  username: string | null
): Promise<void> {
  await Erasure.firstOrCreate({ userId }, { requestedBy, username }, { client })
}

/** Numbers are not given twice: one beyond the last was nobody's. */
async function assertWas(id: number, client: TransactionClientContract): Promise<void> {
  const newer = await User.query({ client }).where('id', '>', id).select('id').first()
  if (!newer) throw new E_NOT_FOUND(say`There is no user ${id}`)
}
