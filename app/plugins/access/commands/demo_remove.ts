import { ServiceCommand } from '#kernel/plugins/main'

export default class DemoRemove extends ServiceCommand {
  static commandName = 'demo:remove'
  static description = 'Delete the demo accounts whose password is still the one everybody knows'

  async run() {
    const { RemoveDemoAccounts } = await import('../actions/remove_demo_accounts.js')
    const removal = await this.app.container.make(RemoveDemoAccounts)
    const names = await removal.handle()
    this.logger.success(
      names.length === 0
        ? 'There are no demo accounts with that password'
        : `${names.length} demo accounts are deleted: ${names.join(', ')}; roles and departments stay`
    )
  }
}
