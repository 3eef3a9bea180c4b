import { ok } from '#kernel/http/main'
import { usersOfDepartments, usersOfRoles } from '../queries/user_counts.js'

export default class UserCountsController {
  async departments() {
    return ok(await usersOfDepartments())
  }

  async roles() {
    return ok(await usersOfRoles())
  }
}
