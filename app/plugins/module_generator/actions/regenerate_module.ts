import { inject } from '@adonisjs/core'
import { E_BAD_REQUEST } from '#kernel/errors/main'
import { clock } from '#kernel/state/main'
import { alone } from '../applying/generator_lock.js'
import { keptFiles } from '../applying/keep_module.js'
import { mergeTrees, type MergedTree } from '../applying/merge_trees.js'
import { migrationPath, recordedName } from '../applying/migrations.js'
import { ModuleWriter } from '../applying/module_writer.js'
import type { Steps } from '../applying/steps.js'
import { Verification } from '../applying/verification.js'
import type { WriteNote } from '../applying/write_note.js'
import { assertNoLoss, assertRowsFit } from '../applying/alteration_checks.js'
import { ModelDrafts } from '../queries/model_drafts.js'
import { E_MERGE_CONFLICT } from '../errors.js'
import { accountOf } from '../history.js'
import type GeneratedModule from '../models/generated_module.js'
import type { ModuleSpec } from '../plan/module_spec.js'
import { resolvePlan } from '../plan/resolve_plan.js'
import { KnownModules } from '../queries/known_modules.js'
import { alterationOf, type Alteration } from '../rendering/alteration.js'
import { literal } from '../rendering/encoders.js'
import { pluginFolder } from '../rendering/module_files.js'
import { Renderer, type RenderedFile } from '../rendering/renderer.js'
import { CheckModulePlan } from './check_module_plan.js'
import { PLUGIN_LIST } from './render_module.js'

export interface RegenerateOptions {
  conflicts?: 'refuse' | 'mark'
  /** Drop columns although they hold data. */
  confirm?: boolean
  /** Digest of the plan, as whoever looked at its preview was told it. */
  reviewed?: string
}

export interface Regenerated {
  id: number
  name: string
  status: 'applied' | 'conflicts'
  files: { path: string; status: string }[]
}

/** Renders a module again, from a changed plan or changed templates, and merges it with what was edited since. */
@inject()
export class RegenerateModule {
  constructor(
    private readonly known: KnownModules,
    private readonly plans: CheckModulePlan,
    private readonly renderer: Renderer,
    private readonly verification: Verification,
    private readonly writer: ModuleWriter,
    private readonly drafts: ModelDrafts
  ) {}

  /** @throws E_PLAN_INVALID, E_MERGE_CONFLICT, E_COLUMN_LOSS, E_ROWS_UNFIT, E_NOT_VERIFIED */
  async handle(
    module: GeneratedModule,
    plan: unknown,
    steps: Steps,
    options: RegenerateOptions = {}
  ): Promise<Regenerated> {
    this.writer.project.assertSources()
    const after = await this.plans.resolve(plan)
    if (plan !== module.plan) await this.drafts.assertReviewed(plan, options.reviewed)
    const before = resolvePlan(module.plan, await this.known.targets())
    const alteration = alterationOf(before, after, await this.#isFolded(module, before))
    if (alteration.refusal) throw new E_BAD_REQUEST(alteration.refusal)
    if (!options.confirm) await assertNoLoss(alteration)
    await assertRowsFit(alteration)

    return alone(this.writer.project, async () => {
      const rendered = await steps.run('render', () => this.#render(module, after, alteration))
      const base = await keptFiles(module.id)
      const tree = await steps.run('merge', () => mergeTrees(this.writer.project, base, rendered))
      if (tree.conflicts.length > 0 && options.conflicts !== 'mark')
        throw new E_MERGE_CONFLICT(undefined, { errors: tree.conflicts })
      return this.#carryOut(module, after, { rendered, base, tree, alteration }, steps)
    })
  }

  async #carryOut(
    module: GeneratedModule,
    spec: ModuleSpec,
    {
      rendered,
      base,
      tree,
      alteration,
    }: {
      rendered: RenderedFile[]
      base: Map<string, string>
      tree: MergedTree
      alteration: Alteration
    },
    steps: Steps
  ): Promise<Regenerated> {
    const marked = tree.conflicts.length > 0
    const migrations = rendered
      .filter(({ path }) => path.includes('/migrations/'))
      .map(({ path }) => recordedName(path))
    if (!marked) await this.verification.handle(spec, tree.changes, migrations, steps)
    // Rows may have come while it was verified.
    await assertRowsFit(alteration)
    const list = [...base].filter(([path]) => path.startsWith(PLUGIN_LIST))
    const note: WriteNote = {
      name: spec.names.kebab,
      snake: spec.names.snake,
      action: 'regenerate',
      plan: spec.plan,
      migrations,
      added: migrations.filter((name) => !module.migrations.includes(name)),
      files: [...rendered, ...list.map(([path, content]) => ({ path, content }))],
      runs: !marked,
      account: accountOf(steps, tree.states),
    }
    await steps.run('write', () => this.writer.write(tree.changes, note))
    return {
      id: module.id,
      name: module.name,
      status: marked ? 'conflicts' : 'applied',
      files: tree.states,
    }
  }

  /** Migrations that ran are never rendered again; what changed goes into an additional one. */
  async #render(
    module: GeneratedModule,
    spec: ModuleSpec,
    alteration: Alteration
  ): Promise<RenderedFile[]> {
    const rendered = await this.renderer.module(spec, clock.now())
    const files = rendered.filter(({ path }) => !path.includes('/database/migrations/'))
    const kept = await keptFiles(module.id)
    for (const name of module.migrations) {
      const path = migrationPath(name)
      files.push({ path, content: kept.get(path) ?? (await this.writer.project.read(path)) ?? '' })
    }
    if (alteration.tables.length > 0) files.push(...(await this.#alteration(spec, alteration)))
    return files
  }

  /** Modules of earlier versions have no column of searched texts. */
  async #isFolded({ id }: GeneratedModule, spec: ModuleSpec): Promise<boolean> {
    const kept = await keptFiles(id)
    const model = kept.get(`${pluginFolder(spec)}/models/${spec.names.snake}.ts`)
    return model?.includes('@searchText(') ?? true
  }

  #alteration(spec: ModuleSpec, { tables }: Alteration): Promise<RenderedFile[]> {
    const folder = `${pluginFolder(spec)}/database/migrations`
    const path = `${folder}/${clock.now()}_alter_${spec.names.pluralSnake}_table.ts`
    return this.renderer.all([{ stub: 'module/alteration', path }], { tables, literal })
  }
}
