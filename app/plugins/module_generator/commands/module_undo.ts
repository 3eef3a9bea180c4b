import { args, flags } from '@adonisjs/core/ace'
import { GeneratorCommand } from '../console/generator_command.js'
import { showSteps, telling } from '../console/telling.js'

export default class ModuleUndo extends GeneratorCommand {
  static commandName = 'module:undo'
  static description = 'Take a module back: files, tables without rows, menus, permissions'

  @args.string({ description: 'Name of the module' })
  declare name: string

  @flags.boolean({ description: 'Discard what was edited since' })
  declare force?: boolean

  async run() {
    await telling(this, 'undo a module by command', async () => {
      const { KnownModules } = await import('../queries/known_modules.js')
      const { UndoModule } = await import('../actions/undo_module.js')
      const module = await new KnownModules().named(this.name)
      const undo = await this.app.container.make(UndoModule)
      await undo.handle(module, showSteps(this), { force: this.force })
      this.logger.success(`Module "${module.name}" is gone`)
    })
  }
}
