import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import type { BaseSchema } from '@adonisjs/lucid/schema'
import type { LucidModel } from '@adonisjs/lucid/types/model'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { assertModelsDeclared } from '#kernel/data_scope/main'
import { forgetTable } from '#kernel/data_scope/scope_registry'
import type { ModulePlan } from '../../../app/plugins/module_generator/main.js'
import type { Target } from '../../../app/plugins/module_generator/plan/module_spec.js'
import { resolvePlan } from '../../../app/plugins/module_generator/plan/resolve_plan.js'
import { Renderer } from '../../../app/plugins/module_generator/rendering/renderer.js'

type Migration = new (
  client: QueryClientContract,
  name: string,
  dryRun: boolean
) => BaseSchema & { execUp(): Promise<unknown>; execDown(): Promise<unknown> }

/** What a module's actions are, of those that tests call. */
interface Actions {
  create: { handle(input: object): Promise<number> }
  update: { handle(id: number, input: object): Promise<void> }
  remove: { handle(ids: readonly number[]): Promise<void> }
}

/** A module as it is rendered, with its table, in this process: its model and actions, not its routes. */
export class RenderedModule implements AsyncDisposable {
  private constructor(
    private readonly folder: string,
    readonly model: LucidModel,
    readonly actions: Actions,
    /** One of its other files. */
    readonly load: (path: string) => Promise<any>,
    private readonly migration: BaseSchema & { execDown(): Promise<unknown> }
  ) {}

  /** @param targets what the plan refers to, each a model that its plugin's door gives out */
  static async make(plan: ModulePlan, targets: readonly Target[] = []): Promise<RenderedModule> {
    const spec = resolvePlan(plan, new Map(targets.map((one) => [one.name, one])))
    const renderer = new Renderer(app, app.makePath('stubs'))
    const folder = app.makePath('tmp', `rendered_${process.pid}_${Date.now()}`)
    for (const { path, content } of await renderer.module(spec, 1)) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), content)
    }

    const { snake, pascal, pluralSnake, pluralPascal } = spec.names
    const load = (path: string) =>
      import(pathToFileURL(join(folder, 'app/plugins', snake, path)).href)
    const { default: model } = await load(`models/${snake}.ts`)
    assertModelsDeclared([model])
    const { default: Schema } = (await load(
      `database/migrations/1_create_${pluralSnake}_table.ts`
    )) as { default: Migration }
    await new Schema(db.connection(), 'rendered', false).execUp()
    const create = (await load(`actions/create_${snake}.ts`))[`Create${pascal}`]
    const update = (await load(`actions/update_${snake}.ts`))[`Update${pascal}`]
    const remove = (await load(`actions/delete_${pluralSnake}.ts`))[`Delete${pluralPascal}`]
    const actions = { create: new create(), update: new update(), remove: new remove() }
    return new RenderedModule(
      folder,
      model,
      actions,
      load,
      new Schema(db.connection(), 'rendered', false)
    )
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.migration.execDown()
    forgetTable(this.model.table)
    await rm(this.folder, { recursive: true, force: true })
  }
}
