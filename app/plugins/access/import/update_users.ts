import { inject } from '@adonisjs/core'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { searchTextOf, toStored } from '#kernel/database/main'
import { clock } from '#kernel/state/main'
import { yieldIfDue } from '#kernel/workers/main'
import {
  recordSecurityEvent,
  SessionRegistry,
  SetPassword,
  User,
  type EndedSession,
} from '#plugins/identity/main'
import { RightsAnnouncements } from '../rights_announcements.js'
import { assertAdministratorLeft } from '../rules/last_administrator.js'
import { replaceLinks, userRoles } from '../rules/links.js'
import { hasOtherRoles, hasOtherStatus, type ChangedUser } from './change_judgement.js'

/** What is told after the commit. */
export interface UsersUpdated {
  ids: number[]
  disabled: EndedSession[]
  /** Id of a user whose password was set → the sessions that ended. */
  passwords: Map<number, EndedSession[]>
}

/** Changes users who were judged, one after another. */
@inject()
export class UpdateUsers {
  constructor(
    private readonly registry: SessionRegistry,
    private readonly setPassword: SetPassword,
    private readonly announcements: RightsAnnouncements
  ) {}

  /**
   * @param hashOf the hashed password of a user who gets one
   * @throws E_CONFLICT where no administrator would be left
   */
  async within(
    trx: TransactionClientContract,
    users: readonly ChangedUser[],
    hashOf: (user: ChangedUser) => string
  ): Promise<UsersUpdated> {
    const done: UsersUpdated = { ids: [], disabled: [], passwords: new Map() }
    for (const user of users) {
      const { id } = user.before
      await write(user, trx)
      done.ids.push(id)
      if (hasOtherStatus(user) && user.after.status === 'disabled')
        done.disabled.push(...(await this.registry.endWithin(trx, id, 'disabled')))
      if (user.password !== undefined)
        done.passwords.set(id, await this.#setPassword(trx, id, hashOf(user)))
      await yieldIfDue()
    }
    if (users.some((user) => hasOtherRoles(user) || hasOtherStatus(user)))
      await assertAdministratorLeft(trx)
    return done
  }

  async announce({ ids, disabled, passwords }: UsersUpdated): Promise<void> {
    await this.announcements.usersChanged(ids)
    await this.registry.announceEnd(disabled, 'disabled')
    for (const [id, ended] of passwords) await this.setPassword.announce(id, ended)
  }

  async #setPassword(trx: TransactionClientContract, id: number, hash: string) {
    const user = await User.query({ client: trx }).where('id', id).firstOrFail()
    return this.setPassword.within(trx, user, hash)
  }
}

async function write(user: ChangedUser, trx: TransactionClientContract): Promise<void> {
  const { before, after } = user
  const { id, username, nickname, email, phone, departmentId, status } = after
  await trx
    .from(User.table)
    .where('id', id)
    .update({
      ...{ nickname, email, phone, status, department_id: departmentId },
      search_text: searchTextOf([username, nickname, email, phone]),
      updated_at: toStored(clock.now()),
    })
  if (hasOtherRoles(user)) await replaceLinks(trx, userRoles, id, after.roleIds)
  if (email !== before.email)
    await recordSecurityEvent({ type: 'email_changed', userId: id, account: username }, trx)
}
