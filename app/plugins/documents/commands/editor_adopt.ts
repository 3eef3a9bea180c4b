import { ServiceCommand } from '#kernel/plugins/service_command'

export default class EditorAdopt extends ServiceCommand {
  static commandName = 'editor:adopt'
  static description =
    'Take the editing sessions of the database for this installation’s own, after a move'

  async run() {
    const { EditorSettings } = await import('../editor/editor_settings.js')
    const { OwnSessions } = await import('../editor/own_sessions.js')
    const { Refusal } = await import('#kernel/http/define_error')
    const { off } = await this.app.container.make(EditorSettings)
    if (off) return this.fail(off)
    const own = await this.app.container.make(OwnSessions)
    try {
      const address = await own.adopt()
      this.logger.success(
        `the editing sessions are this installation’s, at ${address}, from now on`
      )
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.fail(error.message)
    }
  }
}
