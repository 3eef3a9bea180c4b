import { ServiceCommand } from '#kernel/plugins/main'

export default class DemoRemove extends ServiceCommand {
  static commandName = 'demo:remove'
  static description = 'Delete the demo accounts whose password is still the one everybody knows'

  async run() {
    const { DemoAccounts } = await import('../demo/demo_accounts.js')
    const accounts = await this.app.container.make(DemoAccounts)
    const names = await accounts.remove()
    this.logger.success(
      names.length === 0
        ? 'There are no demo accounts with that password'
        : `${names.length} demo accounts are deleted: ${names.join(', ')}; roles and departments stay`
    )
  }
}
