import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok, idParam } from '#kernel/http/main'
import { WriteDepartment } from '../actions/write_department.js'
import { departmentListing } from '../queries/department_listing.js'
import { departmentForEdit } from '../transformers/department_transformer.js'
import { treeOf } from '../transformers/tree.js'
import {
  createDepartmentValidator,
  departmentListValidator,
  updateDepartmentValidator,
} from '../validators/department_validators.js'

export default class DepartmentsController {
  async index({ request }: HttpContext) {
    const { flat, ...query } = await request.validateUsing(departmentListValidator)
    if (flat === 'true') return ok(await departmentListing.page(query))
    return ok(treeOf(await Array.fromAsync(departmentListing.stream(query))))
  }

  async show(ctx: HttpContext) {
    return ok(await departmentListing.findOrFail(idParam(ctx)))
  }

  @inject()
  async store({ request }: HttpContext, writeDepartment: WriteDepartment) {
    const values = await request.validateUsing(createDepartmentValidator)
    return ok(departmentForEdit(await writeDepartment.create(values)))
  }

  @inject()
  async update(ctx: HttpContext, writeDepartment: WriteDepartment) {
    const values = await ctx.request.validateUsing(updateDepartmentValidator)
    await writeDepartment.update(idParam(ctx), values)
    return ok(await departmentListing.findOrFail(idParam(ctx)))
  }

  @inject()
  async destroy(ctx: HttpContext, writeDepartment: WriteDepartment) {
    await writeDepartment.delete(idParam(ctx))
    return ok()
  }
}
