import { inject } from '@adonisjs/core'
import { E_FORBIDDEN } from '#kernel/errors/main'
import { actAsOperator, currentOperator } from '#kernel/acting/main'
import { type Permission, Gate } from '#kernel/permissions/main'

/** Work that needs another permission than that of the route. */
@inject()
export class HeldPermissions {
  constructor(private readonly gate: Gate) {}

  /** @throws E_FORBIDDEN unless the operator holds it */
  async assert(permission: Permission): Promise<void> {
    await this.#grantOf(permission)
  }

  /**
   * Runs `work` within the reach of that permission.
   *
   * @throws E_FORBIDDEN unless the operator holds it
   */
  async through<T>(permission: Permission, work: () => Promise<T>): Promise<T> {
    const grant = await this.#grantOf(permission)
    const acting = { operator: currentOperator(), permission: permission.code, ...grant }
    return actAsOperator(acting, work)
  }

  async #grantOf(permission: Permission) {
    const grant = await this.gate.grantOf(currentOperator(), permission.code)
    const { title, code } = permission
    if (!grant) throw new E_FORBIDDEN(`This takes the permission “${title}” (${code}) as well`)
    return grant
  }
}
