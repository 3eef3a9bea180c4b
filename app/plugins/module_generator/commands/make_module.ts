import { readFile } from 'node:fs/promises'
import { args, flags } from '@adonisjs/core/ace'
import { say } from '#kernel/languages/main'
import { GeneratorCommand } from '../console/generator_command.js'
import { showSteps, telling } from '../console/telling.js'

const QUESTION = 'A language model drafted this plan. Make the module as shown?'

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

  @flags.string({ description: 'Digest of a plan of a language model, as --dry-run shows it' })
  declare reviewed?: string

  async run() {
    await telling(this, 'make a module by command', async () => {
      const { ApplyModule } = await import('../actions/apply_module.js')
      const { plan, warnings } = await this.#draft()
      for (const warning of warnings) this.logger.warning(warning)
      if (this.dryRun) return this.#show(plan)

      const apply = await this.app.container.make(ApplyModule)
      const reviewed = await this.#review(plan)
      const module = await apply.handle(plan, showSteps(this), { force: this.force, reviewed })
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

  /** What a language model drafted is shown first; who is there to be asked says whether to go on. */
  async #review(plan: unknown): Promise<string | undefined> {
    const { ModelDrafts } = await import('../queries/model_drafts.js')
    const { E_PLAN_UNREVIEWED } = await import('../errors.js')
    if (!(await new ModelDrafts().awaitsReview(plan, this.reviewed))) return this.reviewed
    const digest = await this.#show(plan)
    const agreed = process.stdin.isTTY && (await this.prompt.confirm(QUESTION))
    if (agreed) return digest
    throw new E_PLAN_UNREVIEWED(
      say`A language model drafted this plan; keep it in a file, and repeat with --plan and --reviewed ${digest}`
    )
  }

  async #show(plan: unknown): Promise<string> {
    const { PreviewModule } = await import('../actions/preview_module.js')
    const preview = await this.app.container.make(PreviewModule)
    const { files, routes, digest } = await preview.handle(plan)
    this.logger.log(JSON.stringify(plan, null, 2))
    for (const { path, status } of files) this.logger.log(`${status.padEnd(9)} ${path}`)
    for (const { method, path, permission } of routes)
      this.logger.log(`${method.padEnd(7)} ${path}  ${permission}`)
    this.logger.log(`digest  ${digest}`)
    return digest
  }
}
