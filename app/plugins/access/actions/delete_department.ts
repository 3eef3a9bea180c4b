import { inject } from '@adonisjs/core'
import { E_CONFLICT, E_NOT_FOUND } from '#kernel/errors/main'
import { actAsSystem } from '#kernel/acting/main'
import { Department, User } from '#plugins/identity/main'
import { RightsAnnouncements } from '../rights_announcements.js'
import { AdminTransaction, type Change } from '../rules/admin_transaction.js'

/** Deletes a department that holds neither people nor other departments. */
@inject()
export class DeleteDepartment {
  constructor(
    private readonly administration: AdminTransaction,
    private readonly announcements: RightsAnnouncements
  ) {}

  /** @throws E_NOT_FOUND, E_CONFLICT */
  async handle(id: number): Promise<void> {
    await this.administration.ofAccess((change) => this.#delete(id, change))
    await this.announcements.departmentsChanged()
  }

  async #delete(id: number, { trx, snapshot }: Change): Promise<void> {
    const department = await Department.query({ client: trx }).where('id', id).forUpdate().first()
    if (!department) throw new E_NOT_FOUND()
    if (snapshot.departments.below(id).length > 1)
      throw new E_CONFLICT('Delete or move the departments beneath this one first')

    const someone = await actAsSystem('whether a department has people', () =>
      User.query({ client: trx }).where('departmentId', id).select('id').first()
    )
    if (someone) throw new E_CONFLICT('A department that has people cannot be deleted')
    await department.delete()
  }
}
