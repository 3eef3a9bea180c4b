import { ServiceCommand } from '#kernel/plugins/main'

const SIGNS = { ok: '✔', warning: '!', failed: '✘', skipped: '-' } as const

export default class EditorDoctor extends ServiceCommand {
  static commandName = 'editor:doctor'
  static description = 'Find out why the document editor does not work, and how to mend it'

  async run() {
    const { ExamineEditor } = await import('../doctor/examine_editor.js')
    const examine = await this.app.container.make(ExamineEditor)
    const findings = await examine.handle()
    for (const { check, state, detail, remedy } of findings) {
      this.logger.log(`${SIGNS[state]} ${check}: ${detail}`)
      if (remedy) this.logger.log(`    ${remedy}`)
    }
    if (findings.some(({ state }) => state === 'failed')) this.exitCode = 1
  }
}
