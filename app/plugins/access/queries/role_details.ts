import { inject } from '@adonisjs/core'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { AccessBook } from '../book/access_book.js'
import type { RoleDetail } from '../transformers/role_transformer.js'
import { roleListing } from './role_listing.js'

@inject()
export class RoleDetails {
  constructor(private readonly book: AccessBook) {}

  /** @throws E_NOT_FOUND */
  async find(id: number): Promise<RoleDetail> {
    const [role, world] = [await roleListing.find(id), await this.book.current()]
    if (!role) throw new E_NOT_FOUND()

    const links = world.roles.get(id)
    return {
      ...role,
      departmentIds: [...(links?.departmentIds ?? [])],
      menuIds: (links?.menuIds ?? []).filter((menuId) => world.menus.present(menuId)),
    }
  }
}
