import { inject } from '@adonisjs/core'
import router from '@adonisjs/core/services/router'
import { E_CONFLICT } from '#kernel/errors/main'
import { say } from '#kernel/languages/main'
import { alone } from '../applying/generator_lock.js'
import { ModuleWriter } from '../applying/module_writer.js'
import type { Steps } from '../applying/steps.js'
import { Verification } from '../applying/verification.js'
import { ModelDrafts } from '../queries/model_drafts.js'
import { E_MODULE_EXISTS, E_TABLE_UNFIT } from '../errors.js'
import { tableNames } from '../introspection/table_names.js'
import type GeneratedModule from '../models/generated_module.js'
import type { ModuleSpec } from '../plan/module_spec.js'
import { pluginFolder, testFolder } from '../rendering/module_files.js'
import { mounts } from '../rendering/plugin_list.js'
import { KnownModules } from '../queries/known_modules.js'
import { CheckModulePlan } from './check_module_plan.js'
import { PLUGIN_LIST, RenderModule } from './render_module.js'
import { WriteModule } from './write_module.js'

export interface ApplyOptions {
  /** Write over files of the module's folders that no generator wrote. */
  force?: boolean
  /** Digest of the plan, as whoever looked at its preview was told it. */
  reviewed?: string
}

/** Renders a module, proves it in a copy, and writes it as one. */
@inject()
export class ApplyModule {
  constructor(
    private readonly plans: CheckModulePlan,
    private readonly rendering: RenderModule,
    private readonly verification: Verification,
    private readonly writer: ModuleWriter,
    private readonly write: WriteModule,
    private readonly known: KnownModules,
    private readonly drafts: ModelDrafts
  ) {}

  async handle(plan: unknown, steps: Steps, options: ApplyOptions = {}): Promise<GeneratedModule> {
    this.writer.project.assertSources()
    const spec = await this.plans.resolve(plan)
    await this.drafts.assertReviewed(plan, options.reviewed)
    return alone(this.writer.project, async () => {
      await this.#assertFree(spec, options)
      const rendering = await steps.run('render', () => this.rendering.handle(spec))
      await this.verification.handle(spec, rendering.files, rendering.migrations, steps)
      await steps.run('write', () => this.write.handle(spec, rendering, steps))
      return this.known.named(spec.names.kebab)
    })
  }

  async #assertFree(spec: ModuleSpec, { force }: ApplyOptions): Promise<void> {
    const { project } = this.writer
    const { snake, kebab } = spec.names
    if (mounts((await project.read(PLUGIN_LIST)) ?? '', snake)) throw new E_MODULE_EXISTS()
    const folder = [pluginFolder(spec), testFolder(spec)].find((one) => project.holdsFiles(one))
    if (folder && !force)
      throw new E_MODULE_EXISTS(
        say`There is a folder ${folder} already; remove it, or choose another name than "${kebab}"`
      )

    const tables = await tableNames()
    if (tables.includes(spec.table) !== spec.existing) throw tableFault(spec)
    const taken = Object.values(router.toJSON())
      .flat()
      .some(({ pattern }) => pattern === spec.path)
    if (taken)
      throw new E_CONFLICT(
        say`Something answers at ${spec.path} already; give the plan another "path"`
      )
  }
}

function tableFault({ table, existing }: ModuleSpec) {
  return existing
    ? new E_TABLE_UNFIT(
        say`There is no table "${table}"; leave "table.existing" out of the plan to have it made`
      )
    : new E_MODULE_EXISTS(
        say`There is a table "${table}" already; draft from it with {"table":"${table}"}, or give the plan another "table"`
      )
}
