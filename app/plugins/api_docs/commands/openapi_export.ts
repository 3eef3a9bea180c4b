import { writeFile } from 'node:fs/promises'
import { args, BaseCommand } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import { writtenDescription } from '../written_description.js'

export default class OpenapiExport extends BaseCommand {
  static commandName = 'openapi:export'
  static description = 'Write the OpenAPI description of the mounted plugins to a file'
  static options: CommandOptions = { startApp: true }

  @args.string({ description: 'The file; .yaml or .yml for YAML', default: 'openapi.json' })
  declare file: string

  async run() {
    const { document, text } = await writtenDescription(this.app, /\.ya?ml$/.test(this.file))
    await writeFile(this.app.makePath(this.file), text)
    this.logger.success(`${Object.keys(document.paths).length} paths written to ${this.file}`)
  }
}
