import { inject } from '@adonisjs/core'
import { AccessCache } from '../snapshot/access_cache.js'
import type { RoleDetail } from '../transformers/role_transformer.js'
import { roleListing } from './role_listing.js'

@inject()
export class RoleDetails {
  constructor(private readonly snapshots: AccessCache) {}

  /** @throws E_NOT_FOUND */
  async find(id: number): Promise<RoleDetail> {
    const role = await roleListing.findOrFail(id)
    const snapshot = await this.snapshots.current()
    const links = snapshot.roles.get(id)
    return {
      ...role,
      departmentIds: [...(links?.departmentIds ?? [])],
      menuIds: (links?.menuIds ?? []).filter((menuId) => snapshot.menus.mounted(menuId)),
    }
  }
}
