import { inject } from '@adonisjs/core'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Infer } from '@vinejs/vine/types'
import { assertUnchanged } from '#kernel/database/main'
import { actAsSystem } from '#kernel/acting/main'
import { E_CONFLICT, E_NOT_FOUND } from '#kernel/errors/main'
import { say } from '#kernel/languages/main'
import { Department, User } from '#plugins/identity/main'
import { RightsAnnouncements } from '../rights_announcements.js'
import { AdminTransaction, type Change } from '../rules/admin_transaction.js'
import { assertDepartmentPlace, rolesThatGain } from '../rules/department_place.js'
import { assertBelowLimit } from '../rules/limits.js'
import type { updateDepartmentValidator } from '../validators/department_validators.js'

type DepartmentValues = Partial<Infer<typeof updateDepartmentValidator>>

/** Creates, changes, moves and deletes departments within reach. */
@inject()
export class WriteDepartment {
  constructor(
    private readonly administration: AdminTransaction,
    private readonly announcements: RightsAnnouncements
  ) {}

  /** Answers the row itself: one who reaches the parent alone does not reach what is beneath it. */
  async create({ updatedAt: _seen, ...values }: DepartmentValues & { name: string }) {
    const department = await this.administration.ofAccess(async ({ trx, snapshot }) => {
      const fresh = { parentId: null, sort: 0, status: 'enabled' as const, ...values }
      assertBelowLimit(snapshot.departments.size, say`departments`)
      assertDepartmentPlace(null, fresh.parentId, snapshot.departments)
      return Department.create(fresh, { client: trx })
    })
    await this.announcements.departmentsChanged()
    return department
  }

  /** @throws E_NOT_FOUND, E_FORBIDDEN, E_CONFLICT */
  async update(id: number, values: DepartmentValues): Promise<void> {
    await this.administration.ofAccess((change) => this.#update(id, values, change))
    await this.announcements.departmentsChanged()
  }

  /**
   * Deletes a department that holds neither people nor other departments.
   *
   * @throws E_NOT_FOUND, E_CONFLICT
   */
  async delete(id: number): Promise<void> {
    await this.administration.ofAccess((change) => this.#delete(id, change))
    await this.announcements.departmentsChanged()
  }

  async #update(id: number, { updatedAt, ...values }: DepartmentValues, change: Change) {
    const { trx, snapshot } = change
    const department = await lockDepartment(id, trx)
    assertUnchanged(department, updatedAt)

    const { parentId } = values
    if (parentId !== undefined && parentId !== department.parentId) {
      assertDepartmentPlace(id, parentId, snapshot.departments)
      const gaining = await rolesThatGain(id, parentId, change)
      change.rule.assertBranch(gaining, snapshot.departments.below(id))
    }
    await department.merge(values).save()
  }
  async #delete(id: number, { trx, snapshot }: Change): Promise<void> {
    const department = await lockDepartment(id, trx)
    if (snapshot.departments.below(id).length > 1)
      throw new E_CONFLICT('Delete or move the departments beneath this one first')

    const someone = await actAsSystem('whether a department has people', () =>
      User.query({ client: trx }).where('departmentId', id).select('id').first()
    )
    if (someone) throw new E_CONFLICT('A department that has people cannot be deleted')
    await department.delete()
  }
}

async function lockDepartment(id: number, client: TransactionClientContract): Promise<Department> {
  const department = await Department.query({ client }).where('id', id).forUpdate().first()
  if (!department) throw new E_NOT_FOUND()
  return department
}
