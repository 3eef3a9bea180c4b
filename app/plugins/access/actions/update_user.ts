import { inject } from '@adonisjs/core'
import type { Infer } from '@vinejs/vine/types'
import {
  emailTaken,
  recordSecurityEvent,
  SessionRegistry,
  User,
  type EndedSession,
  type Status,
} from '#plugins/identity/main'
import { assertUnchanged } from '#kernel/database/main'
import { say } from '#kernel/languages/main'
import { userPermissions } from '../permissions.js'
import { RightsAnnouncements } from '../rights_announcements.js'
import { AdminTransaction, type Change } from '../rules/admin_transaction.js'
import { assertAdministratorLeft } from '../rules/last_administrator.js'
import { replaceLinks, userRoles } from '../rules/links.js'
import { rolesNamed, refuseDuplicate } from '../rules/references.js'
import { assertPosition } from '../rules/user_position.js'
import { assertNotSelf, assertHeld, assertPlace, userToChange } from '../rules/user_rules.js'
import type { updateUserValidator } from '../validators/user_validators.js'

type UserChanges = Partial<Infer<typeof updateUserValidator>>

/**
 * Changes a user. Status and roles have permissions of their own, unless they are what the operator came for.
 *
 * @throws E_NOT_FOUND, E_FORBIDDEN, E_CONFLICT
 */
@inject()
export class UpdateUser {
  constructor(
    private readonly administration: AdminTransaction,
    private readonly announcements: RightsAnnouncements,
    private readonly registry: SessionRegistry
  ) {}

  async handle(id: number, changes: UserChanges): Promise<void> {
    const rights = changes.status !== undefined || changes.roleIds !== undefined
    const work = (change: Change) => this.#change(id, changes, change)
    const ended = await (rights
      ? this.administration.exclusive(work)
      : this.administration.ofUsers(work))

    await this.announcements.usersChanged([id])
    await this.registry.announceEnd(ended, 'disabled')
  }

  /** Resolves to the sessions that end with it. */
  async #change(id: number, changes: UserChanges, change: Change): Promise<EndedSession[]> {
    const { trx, rule } = change
    const { updatedAt, status, roleIds, ...profile } = changes
    const { user, roles } = await userToChange(id, change)
    assertUnchanged(user, updatedAt)

    const { departmentId, positionId } = profile
    if (departmentId !== undefined && departmentId !== user.departmentId)
      assertPlace(departmentId, change.snapshot)
    if (positionId !== user.positionId) await assertPosition(positionId, trx)
    user.merge(profile)
    if (status !== undefined && status !== user.status) this.#setStatus(user, status, change)
    const after = roleIds ? await this.#setRoles(user, roleIds, roles, change) : roles
    rule.assertPerson(user, after)

    if (user.$dirty.email !== undefined)
      await recordSecurityEvent({ type: 'email_changed', userId: id, account: user.username }, trx)
    const name = say`There is already a user "${user.username}"`
    await user.save().catch(emailTaken).catch(refuseDuplicate('username', name))
    if (status !== undefined || roleIds) await assertAdministratorLeft(trx)
    return status === 'disabled' ? this.registry.endWithin(trx, id, 'disabled') : []
  }

  #setStatus(user: User, status: Status, change: Change): void {
    assertHeld(userPermissions.status, user, change)
    if (status === 'disabled') assertNotSelf(user.id, 'Nobody disables their own account')
    user.status = status
  }

  async #setRoles(
    user: User,
    roleIds: number[],
    before: readonly { id: number }[],
    change: Change
  ) {
    const roles = rolesNamed(roleIds, change.snapshot)
    const same = roles.length === before.length && before.every(({ id }) => roleIds.includes(id))
    if (same) return roles

    assertHeld(userPermissions.roles, user, change)
    await replaceLinks(change.trx, userRoles, user.id, roleIds)
    user.updatedAt = user.updatedAt.plus({ milliseconds: 1 })
    return roles
  }
}
