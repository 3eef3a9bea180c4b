import { inject } from '@adonisjs/core'
import type { Infer } from '@vinejs/vine/types'
import { assertUnchanged } from '#kernel/database/main'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { Department } from '#plugins/identity/main'
import { RightsAnnouncements } from '../rights_announcements.js'
import { AdminTransaction, type Change } from '../rules/admin_transaction.js'
import { assertDepartmentPlace, rolesThatGain } from '../rules/department_place.js'
import { assertBelowLimit } from '../rules/limits.js'
import type { updateDepartmentValidator } from '../validators/department_validators.js'

type DepartmentValues = Partial<Infer<typeof updateDepartmentValidator>>

/** Creates, changes and moves departments within reach. */
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
      assertBelowLimit(snapshot.departments.size, 'departments')
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

  async #update(id: number, { updatedAt, ...values }: DepartmentValues, change: Change) {
    const { trx, snapshot } = change
    const department = await Department.query({ client: trx }).where('id', id).forUpdate().first()
    if (!department) throw new E_NOT_FOUND()
    assertUnchanged(department, updatedAt)

    const { parentId } = values
    if (parentId !== undefined && parentId !== department.parentId) {
      assertDepartmentPlace(id, parentId, snapshot.departments)
      const gaining = await rolesThatGain(id, parentId, change)
      change.rule.assertBranch(gaining, snapshot.departments.below(id))
    }
    await department.merge(values).save()
  }
}
