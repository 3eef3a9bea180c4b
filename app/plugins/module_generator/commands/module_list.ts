import { GeneratorCommand } from '../console/generator_command.js'
import { telling } from '../console/telling.js'

export default class ModuleList extends GeneratorCommand {
  static commandName = 'module:list'
  static description = 'Show the modules that were generated here'

  async run() {
    await telling(this, 'list modules by command', async () => {
      const { KnownModules } = await import('../queries/known_modules.js')
      const modules = await new KnownModules().applied()
      const table = this.ui.table().head(['Id', 'Name', 'Title', 'Path', 'Since'])
      for (const { id, name, title, path, createdAt } of modules)
        table.row([String(id), name, title, path, createdAt.toISO()!])
      table.render()
    })
  }
}
