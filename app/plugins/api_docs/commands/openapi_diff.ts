import { readFile } from 'node:fs/promises'
import { args, BaseCommand } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import { parse } from 'yaml'
import { breakingChanges } from '../changes/breaking_changes.js'
import { writtenDescription } from '../written_description.js'

export default class OpenapiDiff extends BaseCommand {
  static commandName = 'openapi:diff'
  static description = 'Tell what breaks clients between two OpenAPI descriptions'
  static options: CommandOptions = { startApp: true }

  @args.string({ description: 'The description that clients were written for' })
  declare before: string

  @args.string({
    description: 'The newer one; that of the mounted plugins unless given',
    required: false,
  })
  declare after?: string

  async run() {
    const before = await this.#read(this.before)
    const after = this.after
      ? await this.#read(this.after)
      : (await writtenDescription(this.app)).document
    const changes = breakingChanges(before, after)
    for (const change of changes) this.logger.log(change)

    if (changes.length === 0) return this.logger.success('Nothing in it breaks clients')
    this.logger.error(`${changes.length} changes break clients`)
    this.exitCode = 1
  }

  async #read(file: string) {
    return parse(await readFile(this.app.makePath(file), 'utf8'))
  }
}
