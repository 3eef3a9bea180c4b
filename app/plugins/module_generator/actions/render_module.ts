import { inject } from '@adonisjs/core'
import { clock } from '#kernel/state/main'
import { Project } from '../applying/project.js'
import { recordedName } from '../applying/migrations.js'
import { E_CONFLICT } from '#kernel/errors/main'
import type { ModuleSpec } from '../plan/module_spec.js'
import { formatter } from '../rendering/formatter.js'
import { withPlugin } from '../rendering/plugin_list.js'
import { Renderer, type RenderedFile } from '../rendering/renderer.js'

export const PLUGIN_LIST = 'config/plugins.ts'

export interface Rendering {
  /** The module's own files, and at the end the list of plugins with it mounted. */
  files: RenderedFile[]
  migrations: string[]
}

/** Renders a module for this project. Writes nothing. */
@inject()
export class RenderModule {
  constructor(
    private readonly renderer: Renderer,
    private readonly project: Project
  ) {}

  async handle(spec: ModuleSpec): Promise<Rendering> {
    const files = await this.renderer.module(spec, clock.now())
    const migrations = files.filter(({ path }) => path.includes('/database/migrations/'))
    return {
      files: [...files, await this.#pluginList(spec)],
      migrations: migrations.map(({ path }) => recordedName(path)),
    }
  }

  async #pluginList({ names }: ModuleSpec): Promise<RenderedFile> {
    const present = (await this.project.read(PLUGIN_LIST)) ?? ''
    const mounted = withPlugin(present, names)
    if (mounted === null)
      throw new E_CONFLICT(
        'config/plugins.ts is not of the form that can be extended; give it the line "const plugins: readonly PluginManifest[] = […]"'
      )
    const format = await formatter(this.project.root)
    return { path: PLUGIN_LIST, content: await format(PLUGIN_LIST, mounted) }
  }
}
