import { BaseCommand } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'

export default class EditorSweep extends BaseCommand {
  static commandName = 'editor:sweep'
  static description = 'Bring back saves that the document server could not deliver'
  static options: CommandOptions = { startApp: true }

  async run() {
    const { RecoverLostSaves } = await import('../recovery/recover_lost_saves.js')
    const recover = await this.app.container.make(RecoverLostSaves)
    if (recover.off) return this.#fail(recover.off)

    const { recovered, known, foreign, failed } = await recover.handle()
    this.logger.success(
      `${recovered} saves brought back, ${known} known already, ${foreign} of other services left alone`
    )
    if (failed > 0) this.#fail(`${failed} saves could not be brought back; the log says why`)
  }

  #fail(message: string) {
    this.exitCode = 1
    this.logger.error(message)
  }
}
