import { ServiceCommand } from '#kernel/plugins/service_command'

export default class EditorSweep extends ServiceCommand {
  static commandName = 'editor:sweep'
  static description = 'Bring back saves that the document server could not deliver'

  async run() {
    const { LookAfterSessions } = await import('../recovery/look_after_sessions.js')
    const sweep = await this.app.container.make(LookAfterSessions)
    if (sweep.off) return this.fail(sweep.off)
    await this.assertShared()

    const { recovered, known, foreign, failed, inUse, hidden, missing, gone } = await sweep.handle({
      evenWaiting: true,
    })
    this.logger.success(
      `${recovered} saves brought back, ${known} known already, ${foreign} of other services left alone`
    )
    if (inUse) this.logger.info(`${inUse} left to their sessions, which have more to save`)
    if (gone > 0)
      this.logger.warning(`${gone} sessions ended without a word; who was inside is told`)
    if (hidden) this.logger.warning(hiddenText(hidden))
    if (missing) this.logger.warning(missingText(missing))
    if (failed > 0) this.fail(`${failed} saves could not be brought back; the log says why`)
  }
}

function hiddenText(count: number): string {
  return `${count} saves are here, and stay with the document server as well, for each may hide another one; those who look after the editor were told what to do`
}

function missingText(count: number): string {
  return `${count} saves that the document server kept are named no more; see whether it can read its store of forgotten files (node ace editor:doctor)`
}
