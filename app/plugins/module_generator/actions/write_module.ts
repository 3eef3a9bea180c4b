import { inject } from '@adonisjs/core'
import { ModuleWriter } from '../applying/module_writer.js'
import type { Steps } from '../applying/steps.js'
import { accountOf } from '../history.js'
import type { ModuleSpec } from '../plan/module_spec.js'
import { PLUGIN_LIST, type Rendering } from './render_module.js'

/** Writes a module that was proven, with its tables, menus, routes and history, as one. */
@inject()
export class WriteModule {
  constructor(private readonly writer: ModuleWriter) {}

  async handle(spec: ModuleSpec, { files, migrations }: Rendering, steps: Steps): Promise<void> {
    const before = (await this.writer.project.read(PLUGIN_LIST)) ?? ''
    const report = { steps: steps.reports, files: files.map(({ path }) => path) }
    await this.writer.write(files, {
      name: spec.names.kebab,
      snake: spec.names.snake,
      action: 'apply',
      plan: spec.plan,
      migrations,
      added: migrations,
      files: [...files, { path: `${PLUGIN_LIST}#before`, content: before }],
      runs: true,
      account: accountOf(steps, report),
    })
  }
}
