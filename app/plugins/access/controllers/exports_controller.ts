import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { sendTable } from '#kernel/tables/main'
import { columnsOf, userColumns } from '../export/columns.js'
import { departmentListing } from '../queries/department_listing.js'
import { menuListing } from '../queries/menu_listing.js'
import { positionListing } from '../queries/position_listing.js'
import { roleListing } from '../queries/role_listing.js'
import { UserRows } from '../queries/user_rows.js'
import { departmentShape } from '../transformers/department_transformer.js'
import { menuShape } from '../transformers/menu_transformer.js'
import { positionShape } from '../transformers/position_transformer.js'
import { roleShape } from '../transformers/role_transformer.js'
import { departmentExportValidator } from '../validators/department_validators.js'
import { menuExportValidator } from '../validators/menu_validators.js'
import { positionExportValidator } from '../validators/position_validators.js'
import { roleExportValidator } from '../validators/role_validators.js'
import { userExportValidator } from '../validators/user_validators.js'

/** Lists as files. */
export default class ExportsController {
  @inject()
  async users(ctx: HttpContext, users: UserRows) {
    const { format, ...query } = await ctx.request.validateUsing(userExportValidator)
    const rows = users.stream(query)
    await sendTable(ctx, { name: 'users', columns: userColumns, rows }, format)
  }

  async roles(ctx: HttpContext) {
    const { format, ...query } = await ctx.request.validateUsing(roleExportValidator)
    const rows = roleListing.stream(query)
    await sendTable(ctx, { name: 'roles', columns: columnsOf(roleShape), rows }, format)
  }

  async menus(ctx: HttpContext) {
    const { format, ...query } = await ctx.request.validateUsing(menuExportValidator)
    const rows = menuListing.stream(query)
    await sendTable(ctx, { name: 'menus', columns: columnsOf(menuShape), rows }, format)
  }

  async departments(ctx: HttpContext) {
    const { format, ...query } = await ctx.request.validateUsing(departmentExportValidator)
    const rows = departmentListing.stream(query)
    await sendTable(ctx, { name: 'departments', columns: columnsOf(departmentShape), rows }, format)
  }

  async positions(ctx: HttpContext) {
    const { format, ...query } = await ctx.request.validateUsing(positionExportValidator)
    const rows = positionListing.stream(query)
    await sendTable(ctx, { name: 'positions', columns: columnsOf(positionShape), rows }, format)
  }
}
