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
    if (ofAnotherKey > 0)
      this.logger.warning(
        `${ofAnotherKey} cannot be checked: they were written with another APP_KEY; run it with that one`
      )
    for (const fault of faults) this.logger.error(fault)
    if (faults.length > 0) return this.fail(`${faults.length} faults`)
    this.logger.success('nothing was removed, altered or inserted')
  }
}
