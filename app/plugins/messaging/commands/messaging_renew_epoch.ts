import { ServiceCommand } from '#kernel/plugins/main'

export default class MessagingRenewEpoch extends ServiceCommand {
  static commandName = 'messaging:renew-epoch'
  static description =
    'Make clients load their conversations anew, after the database was restored from a backup'

  async run() {
    const { Epoch } = await import('../epoch.js')
    const epoch = await this.app.container.make(Epoch)
    await epoch.renew()
    this.logger.info('Clients load their conversations anew')
  }
}
