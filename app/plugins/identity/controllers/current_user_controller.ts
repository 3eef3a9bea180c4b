import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#kernel/http/main'
import { EntitlementsBook } from '../entitlements.js'
import { DepartmentNames } from '../queries/department_names.js'
import { currentUser } from '../transformers/current_user_transformer.js'

export default class CurrentUserController {
  @inject()
  async show(
    { auth, operator, operatorStamp }: HttpContext,
    entitlements: EntitlementsBook,
    departments: DepartmentNames
  ) {
    const profile = auth.use('jwt').getProfileOrFail()
    const [held, departmentName] = await Promise.all([
      entitlements.of(operator, operatorStamp),
      departments.ofOperator(operator),
    ])
    return ok(currentUser(profile, departmentName, held))
  }
}
