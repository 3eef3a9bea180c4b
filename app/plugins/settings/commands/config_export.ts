import { args } from '@adonisjs/core/ace'
import { ServiceCommand } from '#kernel/plugins/main'

export default class ConfigExport extends ServiceCommand {
  static commandName = 'config:export'
  static description = 'Write settings, menus, roles and dictionaries to a file, for config:apply'

  @args.string({ description: 'File to write; without it they are printed', required: false })
  declare file?: string

  async run() {
    const { ExportConfiguration } = await import('../actions/export_configuration.js')
    const exporting = await this.app.container.make(ExportConfiguration)
    const text = `${JSON.stringify(await exporting.handle(), null, 2)}\n`
    if (!this.file) return void process.stdout.write(text)
    const { writeFile } = await import('node:fs/promises')
    try {
      await writeFile(this.file, text)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      return this.fail(`"${this.file}" cannot be written (${code})`)
    }
    this.logger.success(`The configuration is in ${this.file}`)
  }
}
