import { ServiceCommand } from '#kernel/plugins/main'

export default class EditorDetach extends ServiceCommand {
  static commandName = 'editor:detach'
  static description =
    'Leave the editing sessions in this database alone: it is a copy of another installation’s'

  async run() {
    const { DetachSessions } = await import('../actions/detach_sessions.js')
    const { EditorSettings } = await import('../editor/editor_settings.js')
    const { default: EditorPrefix } = await import('../models/editor_prefix.js')
    const { Sessions } = await import('../sessions/sessions.js')
    const settings = await this.app.container.make(EditorSettings)
    const { prefix } = await this.app.container.make(Sessions)
    if (await EditorPrefix.findBy({ prefix }))
      return this.fail(
        `the editing sessions of this database were begun at ${settings.publicUrl('')}: give the copy another EDITOR_PUBLIC_BASE_URL first, or set EDITOR_ENABLED=false`
      )
    const detach = await this.app.container.make(DetachSessions)
    await detach.handle()
    this.logger.success('the editing sessions that were begun before are left alone from now on')
  }
}
