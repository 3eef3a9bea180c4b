import { args, BaseCommand } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'

export default class UserUnlock extends BaseCommand {
  static commandName = 'user:unlock'
  static description = 'Lift the lock of an account after too many failed logins'
  static options: CommandOptions = { startApp: true }

  @args.string({ description: 'Username' })
  declare username: string

  async run() {
    const { UnlockAccount } = await import('../actions/unlock_account.js')
    const unlock = await this.app.container.make(UnlockAccount)
    const wasLocked = await unlock.handle(this.username, { ip: null, userAgent: 'ace user:unlock' })
    this.logger.success(
      wasLocked ? `"${this.username}" can log in again` : `"${this.username}" was not locked`
    )
  }
}
