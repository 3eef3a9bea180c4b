import { args } from '@adonisjs/core/ace'
import { ServiceCommand } from '#kernel/plugins/main'

export default class UserUnlock extends ServiceCommand {
  static commandName = 'user:unlock'
  static description = 'Lift the lock of an account after too many failed logins'

  @args.string({ description: 'Username' })
  declare username: string

  async run() {
    const { UnlockAccount } = await import('../actions/unlock_account.js')
    const { default: User } = await import('../models/user.js')
    const { actAsSystem } = await import('#kernel/acting/main')
    const user = await actAsSystem('lift a lock by command', () =>
      User.findBy('username', User.normalize(this.username))
    )
    if (!user) return this.fail(`There is no user "${this.username}"`)

    const unlock = await this.app.container.make(UnlockAccount)
    const wasLocked = await unlock.handle(this.username, { ip: null, userAgent: 'ace user:unlock' })
    this.logger.success(
      wasLocked ? `"${this.username}" can log in again` : `"${this.username}" was not locked`
    )
  }
}
