import { args } from '@adonisjs/core/ace'
import { GeneratorCommand } from '../console/generator_command.js'
import { telling } from '../console/telling.js'

export default class MakePlugin extends GeneratorCommand {
  static commandName = 'make:plugin'
  static description = 'Make a small plugin that works, with its tests, and mount it'

  @args.string({ description: 'Name in kebab-case' })
  declare name: string

  async run() {
    await telling(this, 'make a plugin by command', async () => {
      const { MakePlugin: Make } = await import('../actions/make_plugin.js')
      const make = await this.app.container.make(Make)
      for (const path of await make.handle(this.name)) this.logger.log(`wrote  ${path}`)
      this.logger.success(
        `Plugin "${this.name}" is mounted; test it with: npm test -- functional --files="${this.name.replaceAll('-', '_')}/*"`
      )
    })
  }
}
