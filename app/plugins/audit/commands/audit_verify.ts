import { ServiceCommand } from '#kernel/plugins/main'

export default class AuditVerify extends ServiceCommand {
  static commandName = 'audit:verify'
  static description = 'Check that no entry of the audit trail was removed, altered or inserted'

  async run() {
    const { AuditKey } = await import('../chain/audit_key.js')
    const { VerifyChain } = await import('../chain/verify_chain.js')
    const key = await this.app.container.make(AuditKey)
    const { genuine, unsealed, ofAnotherKey, erased, faults } = await new VerifyChain(key).handle()
    this.logger.info(`${genuine} sealed and as they were written, ${unsealed} not sealed yet`)
    if (erased > 0) this.logger.info(`${erased} without the personal data of who was erased`)
    for (const fault of faults) this.logger.error(fault)
    if (ofAnotherKey > 0)
      this.fail(
        `${ofAnotherKey} cannot be checked: they were written with another APP_KEY; give it in AUDIT_PREVIOUS_APP_KEY`
      )
    if (faults.length > 0) this.fail(`What is wrong: ${faults.length}`)
    if (this.exitCode === 1) return
    this.logger.success('nothing was removed, altered or inserted')
  }
}
