import { args, flags } from '@adonisjs/core/ace'
import { ServiceCommand } from '#kernel/plugins/main'
import type { AppliedConfiguration } from '../actions/apply_configuration.js'

export default class ConfigApply extends ServiceCommand {
  static commandName = 'config:apply'
  static description = 'Apply a file of config:export: all of it or, with a fault, nothing'

  @args.string({ description: 'File that config:export wrote' })
  declare file: string

  @flags.boolean({ description: 'Tell what would change, and write nothing' })
  declare dryRun?: boolean

  async run() {
    const read = await this.#read()
    if (!read) return
    await this.assertShared()
    const { ApplyConfiguration } = await import('../actions/apply_configuration.js')
    const applying = await this.app.container.make(ApplyConfiguration)
    this.#tell(await applying.handle(read.file, { dryRun: this.dryRun }))
  }

  /** `null` where it is no JSON. */
  async #read(): Promise<{ file: unknown } | null> {
    const { readFile } = await import('node:fs/promises')
    try {
      return { file: JSON.parse(await readFile(this.file, 'utf8')) }
    } catch (error) {
      if (error instanceof SyntaxError) this.fail(`"${this.file}" is no JSON: ${error.message}`)
      else {
        const { code } = error as NodeJS.ErrnoException
        this.fail(`"${this.file}" cannot be read (${code})`)
      }
      return null
    }
  }

  #tell({ faults, differences }: AppliedConfiguration): void {
    for (const { place, message } of faults) this.fail(`${place}: ${message}`)
    if (faults.length > 0) return this.fail('Nothing is changed')
    const counts = { created: 0, changed: 0, unchanged: 0 }
    for (const [part, some] of differences) {
      for (const { name, change, members } of some) {
        counts[change] += 1
        const what = members ? ` (${members.join(', ')})` : ''
        if (change !== 'unchanged') this.logger.log(`${change} ${part} ${name}${what}`)
      }
    }
    const { created, changed, unchanged } = counts
    const wrote = this.dryRun ? 'Nothing is written: it would be ' : ''
    this.logger.success(`${wrote}${created} created, ${changed} changed, ${unchanged} unchanged`)
  }
}
