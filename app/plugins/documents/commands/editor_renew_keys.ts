import { flags } from '@adonisjs/core/ace'
import { ServiceCommand } from '#kernel/plugins/main'

export default class EditorRenewKeys extends ServiceCommand {
  static commandName = 'editor:renew-keys'
  static description =
    'Begin new editing sessions of all documents, after the database was restored from a backup'

  @flags.boolean({
    description: 'End the sessions of those who are inside; what they did is saved',
  })
  declare drop: boolean

  async run() {
    const { RenewKeys } = await import('../actions/renew_keys.js')
    const { LEAVE } = await import('../rights/drop_right.js')
    const { Sweep } = await import('../editing/sweep.js')
    const renewKeys = await this.app.container.make(RenewKeys)
    if (renewKeys.off) return this.fail(String(renewKeys.off))
    await this.assertShared()
    const sweep = await this.app.container.make(Sweep)
    await sweep.handle()
    let renewed = 0
    for await (const { id, title, refused } of renewKeys.handle(this.drop ? LEAVE : null)) {
      if (refused) this.fail(`document ${id} “${title}”: ${refused}`)
      else renewed++
    }
    this.logger.info(`${renewed} documents have a new editing session`)
  }
}
