import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import { readdir } from 'node:fs/promises'
import type { FieldFault } from '#kernel/errors/main'
import { say } from '#kernel/languages/main'
import { alone } from '../applying/generator_lock.js'
import { keptFiles } from '../applying/keep_module.js'
import { migrationPath } from '../applying/migrations.js'
import { ModuleWriter } from '../applying/module_writer.js'
import type { Steps } from '../applying/steps.js'
import { E_DRIFT, E_IN_USE, E_TABLE_HAS_ROWS } from '../errors.js'
import { accountOf } from '../history.js'
import { tableNames } from '../introspection/table_names.js'
import type GeneratedModule from '../models/generated_module.js'
import type { ModuleSpec } from '../plan/module_spec.js'
import { fault } from '../plan/plan_shape_check.js'
import { resolvePlan } from '../plan/resolve_plan.js'
import { KnownModules } from '../queries/known_modules.js'
import { formatter } from '../rendering/formatter.js'
import { pluginFolder, testFolder } from '../rendering/module_files.js'
import { withoutPlugin } from '../rendering/plugin_list.js'
import { PLUGIN_LIST } from './render_module.js'

/** Takes a module back: its rows must be gone, its files as they were written unless forced. */
@inject()
export class UndoModule {
  constructor(
    private readonly known: KnownModules,
    private readonly writer: ModuleWriter
  ) {}

  /** @throws E_IN_USE, E_DRIFT, E_TABLE_HAS_ROWS */
  async handle(module: GeneratedModule, steps: Steps, { force = false } = {}): Promise<void> {
    this.writer.project.assertSources()
    const spec = resolvePlan(module.plan, await this.known.targets())
    await alone(this.writer.project, async () => {
      const files = await keptFiles(module.id)
      await steps.run('check', () => this.#assertUndoable(spec, files, force))
      await steps.run('take back', () => this.#takeBack(module, spec, files, steps))
    })
  }

  async #assertUndoable(spec: ModuleSpec, files: Map<string, string>, force: boolean) {
    const dependants = await this.known.dependants(spec.names.kebab)
    if (dependants.length > 0)
      throw new E_IN_USE(say`Referred to by: ${dependants.join(', ')}; undo those first`)

    const drift = force ? [] : await this.#drift(spec, files)
    if (drift.length > 0) throw new E_DRIFT(undefined, { errors: drift })
    await this.#assertEmpty(spec)
  }

  async #assertEmpty({ table, existing, softDelete }: ModuleSpec): Promise<void> {
    if (existing || !(await tableNames()).includes(table)) return
    if (await db.from(table).select('id').first())
      throw new E_TABLE_HAS_ROWS(
        say`The table "${table}" has rows, and a table with rows is never dropped; ${softDelete ? say`remove them from the database first, those that are marked as deleted, too` : say`delete or move them first`}`
      )
  }

  async #drift(spec: ModuleSpec, files: Map<string, string>): Promise<FieldFault[]> {
    const faults: FieldFault[] = []
    for (const [path, content] of files) {
      if (path.startsWith(PLUGIN_LIST)) continue
      const present = await this.writer.project.read(path)
      if (present === null)
        faults.push(fault(path, 'missing', say`${path} was deleted since it was generated`))
      else if (present !== content)
        faults.push(fault(path, 'changed', say`${path} was changed since it was generated`))
    }
    const strangers = (await this.#present(spec)).filter((path) => !files.has(path))
    return [
      ...faults,
      ...strangers.map((path) =>
        fault(path, 'added', say`${path} was added beside what was generated`)
      ),
    ]
  }

  async #takeBack(
    { plan, migrations }: GeneratedModule,
    spec: ModuleSpec,
    files: Map<string, string>,
    steps: Steps
  ) {
    const { snake, kebab } = spec.names
    await this.#closeDoors(spec)
    const gone = (await this.#present(spec)).map((path) => ({ path, content: null }))
    const list = { path: PLUGIN_LIST, content: await this.#pluginList(snake, files) }
    await this.writer.write([list, ...gone], {
      name: kebab,
      snake,
      action: 'undo',
      plan,
      migrations,
      added: [],
      files: await this.#migrationFiles(migrations, files),
      runs: true,
      account: accountOf(steps, { files: gone.map(({ path }) => path) }),
    })
  }

  /** Rows may have come since the check; from here on nobody adds any. */
  async #closeDoors(spec: ModuleSpec): Promise<void> {
    const { live } = this.writer
    live.withdraw(spec.names.snake)
    await this.#assertEmpty(spec).catch(async (error: unknown) => {
      await live.mount(spec.names.snake)
      throw error
    })
  }

  async #migrationFiles(migrations: readonly string[], kept: ReadonlyMap<string, string>) {
    const files: { path: string; content: string }[] = []
    for (const name of migrations) {
      const path = migrationPath(name)
      const content = (await this.writer.project.read(path)) ?? kept.get(path)
      if (content !== undefined) files.push({ path, content })
    }
    return files
  }

  /** As it was before, byte for byte, where nothing else was changed in it. */
  async #pluginList(snake: string, files: Map<string, string>): Promise<string> {
    const present = (await this.writer.project.read(PLUGIN_LIST)) ?? ''
    const before = files.get(`${PLUGIN_LIST}#before`)
    if (before !== undefined && present === files.get(PLUGIN_LIST)) return before

    const format = await formatter(this.writer.project.root)
    return format(PLUGIN_LIST, withoutPlugin(present, snake) ?? present)
  }

  async #present(spec: ModuleSpec): Promise<string[]> {
    const folders = [pluginFolder(spec), testFolder(spec)]
    const paths = await Promise.all(
      folders.map((folder) => filesBelow(this.writer.project.path(folder), folder))
    )
    return paths.flat().sort()
  }
}

async function filesBelow(absolute: string, folder: string): Promise<string[]> {
  const entries = await readdir(absolute, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    }
  )
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      `${folder}${entry.parentPath.slice(absolute.length)}/${entry.name}`.replaceAll('\\', '/')
    )
}
