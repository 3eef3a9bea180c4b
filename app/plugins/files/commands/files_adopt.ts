import { ServiceCommand } from '#kernel/plugins/main'
import type { FilesConfig } from '../files_config.js'

export default class FilesAdopt extends ServiceCommand {
  static commandName = 'files:adopt'
  static description =
    'Take the storage of the settings for this installation’s own, after a move or a restore'

  async run() {
    const { OwnStorage } = await import('../storage/own_storage.js')
    const { place } = this.app.config.get<FilesConfig>('files')
    const own = await this.app.container.make(OwnStorage)
    const { there, of } = await own.adopt()
    this.logger.success(`the storage of files in ${place} is this installation’s from now on`)
    if (there < of)
      this.logger.warning(
        `of ${of} contents that were looked for, ${of - there} are not there: if this is not where they lie, mend the settings and run it again`
      )
  }
}
