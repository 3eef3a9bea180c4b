import { flags } from '@adonisjs/core/ace'
import { numberIn, ServiceCommand } from '#kernel/plugins/main'
import type { FilesConfig } from '../files_config.js'

export default class FilesSweep extends ServiceCommand {
  static commandName = 'files:sweep'
  static description = 'Remove files that nobody refers to any more'

  @flags.string({ description: 'How many hours old they must be; as configured when left out' })
  declare graceHours?: string

  async run() {
    const { SweepFiles } = await import('../actions/sweep_files.js')
    const { graceHours } = this.app.config.get<FilesConfig>('files')
    const hours = this.graceHours === undefined ? graceHours : numberIn(this.graceHours)
    if (!(hours >= 0))
      return this.fail(
        `--grace-hours is ${this.graceHours}; give a number from 0 on, or leave it out`
      )
    const sweep = await this.app.container.make(SweepFiles)
    const { files, blobs, temporary } = await sweep.handle(hours * 3_600_000)
    this.logger.success(
      `removed ${files} files without a reference, ${blobs} contents without a file and ${temporary} unfinished uploads`
    )
  }
}
