import { readFile } from 'node:fs/promises'
import { args, flags } from '@adonisjs/core/ace'
import { GeneratorCommand } from '../console/generator_command.js'
import { showSteps, telling } from '../console/telling.js'

export default class MakeModule extends GeneratorCommand {
  static commandName = 'make:module'
  static description =
    'Make a module from field lines, a plan, a table or a sentence; verified before it is written'
  static help = [
    'From field lines:  {{ binaryName }} make:module library-book title:string:required:search "price:decimal(10,2)"',
    'From a plan:       {{ binaryName }} make:module --plan plan.json',
    'From a table:      {{ binaryName }} make:module --table orders',
    'From a sentence:   {{ binaryName }} make:module --prompt "books that people lend"',
  ]

  @args.string({ description: 'Name, singular and in kebab-case', required: false })
  declare name?: string

  @args.spread({ description: 'Field lines', required: false })
  declare fields?: string[]

  @flags.string({ description: 'File with a plan' })
  declare plan?: string

  @flags.string({ description: 'Table that is there' })
  declare table?: string

  @flags.string({ flagName: 'prompt', description: 'What the module is for, for a language model' })
  declare sentence?: string

  @flags.boolean({ description: 'Show what would be written, and write nothing' })
  declare dryRun?: boolean

  @flags.boolean({ description: 'Write over files that no generator wrote' })
  declare force?: boolean

  async run() {
    await telling(this, 'make a module by command', async () => {
      const { ApplyModule } = await import('../actions/apply_module.js')
      const { plan, warnings } = await this.#draft()
      for (const warning of warnings) this.logger.warning(warning)
      if (this.dryRun) return this.#show(plan)

      const apply = await this.app.container.make(ApplyModule)
      const module = await apply.handle(plan, showSteps(this), { force: this.force })
      this.logger.success(`Module "${module.name}" answers under ${module.path}`)
    })
  }

  async #draft() {
    if (this.plan) return { plan: JSON.parse(await readFile(this.plan, 'utf8')), warnings: [] }

    const { DraftPlan } = await import('../drafting/draft_plan.js')
    const draft = await this.app.container.make(DraftPlan)
    const fields = this.fields?.length ? this.fields.join(' ') : undefined
    return draft.handle({ name: this.name, fields, table: this.table, prompt: this.sentence })
  }

  async #show(plan: unknown) {
    const { PreviewModule } = await import('../actions/preview_module.js')
    const preview = await this.app.container.make(PreviewModule)
    const { files, routes } = await preview.handle(plan)
    for (const { path, status } of files) this.logger.log(`${status.padEnd(9)} ${path}`)
    for (const { method, path, permission } of routes)
      this.logger.log(`${method.padEnd(7)} ${path}  ${permission}`)
  }
}
