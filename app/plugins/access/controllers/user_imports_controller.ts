import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { answerLanguage, ok } from '#kernel/http/main'
import { receiveTable } from '#kernel/tables/main'
import { translated } from '#kernel/languages/main'
import { ImportUsers } from '../actions/import_users.js'
import { LARGEST_FILE } from '../import/user_rows.js'
import { importUsersValidator } from '../validators/import_validators.js'

export default class UserImportsController {
  @inject()
  async store(ctx: HttpContext, importUsers: ImportUsers) {
    const bytes = await receiveTable(ctx, LARGEST_FILE)
    const { mode = 'create', dryRun } = await ctx.request.validateUsing(importUsersValidator)
    const outcome = await importUsers.handle(bytes, { mode, dryRun: dryRun === 'true' })
    return ok(translated(outcome, answerLanguage(ctx)))
  }
}
