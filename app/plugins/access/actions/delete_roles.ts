import { inject } from '@adonisjs/core'
import { E_CONFLICT, E_NOT_FOUND } from '#kernel/errors/main'
import Role from '../models/role.js'
import { RightsAnnouncements } from '../rights_announcements.js'
import { AdminTransaction, type Change } from '../rules/admin_transaction.js'

/**
 * Deletes roles that nobody has, all or none.
 *
 * @throws E_NOT_FOUND, E_FORBIDDEN, E_CONFLICT
 */
@inject()
export class DeleteRoles {
  constructor(
    private readonly administration: AdminTransaction,
    private readonly announcements: RightsAnnouncements
  ) {}

  async handle(ids: readonly number[]): Promise<void> {
    await this.administration.ofAccess((change) => this.#delete(ids, change))
    await this.announcements.rolesChanged([])
  }

  async #delete(ids: readonly number[], { trx, snapshot, rule }: Change): Promise<void> {
    const roles = snapshot.rolesOf(ids)
    if (roles.length < ids.length) throw new E_NOT_FOUND()
    if (roles.some(({ builtIn }) => builtIn))
      throw new E_CONFLICT('The built-in administrator role cannot be deleted')

    for (const role of roles) rule.assertRole(role, [])
    const held = await trx
      .from('user_roles')
      .whereIn('role_id', [...ids])
      .first()
    if (held)
      throw new E_CONFLICT('A role that users have cannot be deleted; take it from them first')
    await Role.query({ client: trx })
      .whereIn('id', [...ids])
      .delete()
  }
}
