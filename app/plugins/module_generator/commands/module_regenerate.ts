import { readFile } from 'node:fs/promises'
import { args, flags } from '@adonisjs/core/ace'
import { GeneratorCommand } from '../console/generator_command.js'
import { showSteps, telling } from '../console/telling.js'

export default class ModuleRegenerate extends GeneratorCommand {
  static commandName = 'module:regenerate'
  static description = 'Render a module again and merge it with what was edited since'

  @args.string({ description: 'Name of the module' })
  declare name: string

  @flags.string({ description: 'File with a changed plan' })
  declare plan?: string

  @flags.boolean({ description: 'Write conflicts with marks instead of refusing them' })
  declare mark?: boolean

  @flags.boolean({ description: 'Drop columns although they hold data' })
  declare force?: boolean

  @flags.string({ description: 'Digest of a plan of a language model, as its preview shows it' })
  declare reviewed?: string

  async run() {
    await telling(this, 'regenerate a module by command', async () => {
      const { KnownModules } = await import('../queries/known_modules.js')
      const { RegenerateModule } = await import('../actions/regenerate_module.js')
      const module = await new KnownModules().named(this.name)
      const plan = this.plan ? JSON.parse(await readFile(this.plan, 'utf8')) : module.plan
      const regenerate = await this.app.container.make(RegenerateModule)
      const conflicts = this.mark ? 'mark' : 'refuse'
      const { files } = await regenerate.handle(module, plan, showSteps(this), {
        conflicts,
        confirm: this.force,
        reviewed: this.reviewed,
      })
      for (const { path, status } of files)
        if (status !== 'unchanged') this.logger.log(`${status.padEnd(14)} ${path}`)
    })
  }
}
