import { ServiceCommand } from '#kernel/plugins/main'

export default class EditorSweep extends ServiceCommand {
  static commandName = 'editor:sweep'
  static description = 'Take over saves that the document server could not deliver'

  async run() {
    const { Sweep } = await import('../editing/sweep.js')
    const sweep = await this.app.container.make(Sweep)
    if (sweep.off) return this.fail(String(sweep.off))
    await this.assertShared()
    const { recovered, inUse, foreign, failed, lost } = await sweep.handle()
    this.logger.success(`${recovered} saves taken over, ${foreign} of other services left alone`)
    if (inUse > 0) this.logger.info(`${inUse} left to their sessions, which have more to save`)
    if (lost > 0)
      this.logger.warning(`${lost} sessions ended without a word; their participants are told`)
    if (failed > 0) this.fail(`${failed} sessions could not be looked after; the log says why`)
  }
}
