import { args } from '@adonisjs/core/ace'
import { ServiceCommand } from '#kernel/plugins/main'

export default class UsersErase extends ServiceCommand {
  static commandName = 'users:erase'
  static description = 'Erase the personal data of a user for good, also of one who was deleted'

  @args.string({ description: 'Id of the user' })
  declare id: string

  async run() {
    const { Refusal } = await import('#kernel/errors/main')
    if (!/^[1-9]\d{0,8}$/.test(this.id)) return this.fail(`"${this.id}" is no id of a user`)
    try {
      await this.#erase(Number(this.id))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.fail(error.message)
    }
  }

  async #erase(id: number) {
    const { ErasePerson } = await import('../actions/erase_person.js')
    const erasePerson = await this.app.container.make(ErasePerson)
    await erasePerson.ofAnybody(id)
    this.logger.success(`the personal data of user ${id} is erased`)
  }
}
