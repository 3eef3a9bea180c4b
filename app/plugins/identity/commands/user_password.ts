import { args, flags } from '@adonisjs/core/ace'
import { ServiceCommand } from '#kernel/plugins/main'

export default class UserPassword extends ServiceCommand {
  static commandName = 'user:password'
  static description = 'Set an operator’s password and end all of their sessions'

  @args.string({ description: 'Username' })
  declare username: string

  @flags.string({ description: 'The new password; asked for when left out' })
  declare password?: string

  async run() {
    const { weaknessOf } = await import('../login/password_rule.js')
    const { SetPassword } = await import('../actions/set_password.js')
    const { default: User } = await import('../models/user.js')
    const { actAsSystem } = await import('#kernel/acting/main')

    const account = User.normalize(this.username)
    const user = await actAsSystem('set a password by command', () =>
      User.findBy('username', account)
    )
    if (!user) return this.fail(`There is no user "${this.username}"`)

    const password: string = this.password ?? (await this.prompt.secure('New password'))
    const weakness = weaknessOf(password, [user.username, user.nickname, user.email ?? ''])
    if (weakness) return this.fail(String(weakness))

    const setPassword = await this.app.container.make(SetPassword)
    await actAsSystem('set a password by command', () => setPassword.handle(user, password))
    this.logger.success(`The password of "${user.username}" is set; their sessions are over`)
  }
}
