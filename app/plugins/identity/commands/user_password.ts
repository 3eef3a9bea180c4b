import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'

export default class UserPassword extends BaseCommand {
  static commandName = 'user:password'
  static description = 'Set an operator’s password and end all of their sessions'
  static options: CommandOptions = { startApp: true }

  @args.string({ description: 'Username' })
  declare username: string

  @flags.string({ description: 'The new password; asked for when left out' })
  declare password?: string

  async run() {
    const { SetPassword } = await import('../actions/set_password.js')
    const { default: User } = await import('../models/user.js')
    const { actAsSystem } = await import('#kernel/operator/acting')

    const account = User.normalize(this.username)
    const user = await actAsSystem('set a password by command', () =>
      User.findBy('username', account)
    )
    if (!user) return this.#fail(`There is no user "${this.username}"`)

    const password: string = this.password ?? (await this.prompt.secure('New password'))
    if (password.length < 8) return this.#fail('A password has at least 8 characters')

    const setPassword = await this.app.container.make(SetPassword)
    await actAsSystem('set a password by command', () => setPassword.handle(user, password))
    this.logger.success(`The password of "${user.username}" is set; their sessions are over`)
  }

  #fail(message: string) {
    this.exitCode = 1
    this.logger.error(message)
  }
}
