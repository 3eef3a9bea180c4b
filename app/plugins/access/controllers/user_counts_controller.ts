import { inject } from '@adonisjs/core'
import { ok } from '#kernel/http/main'
import { UserCounts } from '../queries/user_counts.js'

@inject()
export default class UserCountsController {
  constructor(private readonly counts: UserCounts) {}

  async departments() {
    return ok(await this.counts.ofDepartments())
  }

  async roles() {
    return ok(await this.counts.ofRoles())
  }
}
