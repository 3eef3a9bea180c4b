import { args, flags } from '@adonisjs/core/ace'
import { GeneratorCommand } from '../console/generator_command.js'
import { tellingRefusals } from '../console/telling.js'

export default class MakePlugin extends GeneratorCommand {
  static commandName = 'make:plugin'
  static description = 'Make a small plugin that works, with its tests, and mount it'

  @args.string({ description: 'Name in kebab-case' })
  declare name: string

  @flags.boolean({ description: 'Make it a package of its own, which is not mounted yet' })
  declare package: boolean

  @flags.string({ description: 'Folder of the package; packages/<name> when left out' })
  declare to?: string

  async run() {
    await tellingRefusals(this, 'make a plugin by command', async () => {
      const { MakePlugin: Make } = await import('../actions/make_plugin.js')
      const make = await this.app.container.make(Make)
      const isPackage = this.package || this.to !== undefined
      const written = isPackage
        ? await make.package(this.name, this.to)
        : await make.handle(this.name)
      for (const path of written) this.logger.log(`wrote  ${path}`)
      this.logger.success(isPackage ? this.#packaged : this.#mounted)
    })
  }

  get #mounted(): string {
    const tests = `${this.name.replaceAll('-', '_')}/*`
    return `Plugin "${this.name}" is mounted; test it with: npm test -- functional --files="${tests}"`
  }

  get #packaged(): string {
    return `Package "${this.name}" is written; its README.md says how to build and mount it`
  }
}
