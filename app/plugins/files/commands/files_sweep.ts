import { BaseCommand, flags } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import type { FilesConfig } from '../files_config.js'

export default class FilesSweep extends BaseCommand {
  static commandName = 'files:sweep'
  static description = 'Remove files that nobody refers to any more'
  static options: CommandOptions = { startApp: true }

  @flags.number({ description: 'How many hours old they must be; as configured when left out' })
  declare graceHours?: number

  async run() {
    const { SweepFiles } = await import('../actions/sweep_files.js')
    const hours = this.graceHours ?? this.app.config.get<FilesConfig>('files').graceHours
    const sweep = await this.app.container.make(SweepFiles)
    const { files, blobs, strays, temporary } = await sweep.handle(hours * 3_600_000)
    this.logger.success(
      `removed ${files} files without a reference, ${blobs} contents without a file, ${strays} stray objects and ${temporary} unfinished uploads`
    )
  }
}
