import { pathToFileURL } from 'node:url'
import type { ApplicationService } from '@adonisjs/core/types'
import {
  prepareDatabase,
  type PluginManifest,
  announcePluginChange,
  announcePluginRemoval,
} from '#kernel/plugins/main'
import { assertModelsDeclared, findModels } from '#kernel/data_scope/main'
import { actAsSystem } from '#kernel/acting/main'
import { importAnew } from './late_imports.js'
import type { LateRoutes } from './late_routes.js'

/** Mounts what was just written into the running process, and takes out what was undone. */
export class LiveModules {
  constructor(
    private readonly app: ApplicationService,
    private readonly routes: LateRoutes
  ) {}

  /** Migrates, seeds, and answers from now on. */
  async mount(snake: string): Promise<void> {
    const folder = this.app.makePath('app/plugins', snake)
    importAnew(pathToFileURL(`${folder}/`).href)
    const { default: manifest } = (await import(pathToFileURL(`${folder}/plugin.ts`).href)) as {
      default: PluginManifest
    }
    const plugins = [...this.#plugins.filter(({ name }) => name !== manifest.name), manifest]
    this.app.config.set('plugins', plugins)
    await actAsSystem('mount a module that was just written', () =>
      prepareDatabase(this.app, plugins)
    )
    assertModelsDeclared(await findModels([`${folder}/models`]))
    await this.routes.mount(manifest)
    await announcePluginChange(plugins)
  }

  /** From now on its routes answer 404. */
  withdraw(snake: string): void {
    this.routes.unmount(snake)
  }

  /** Takes out its menus and every grant of them as well; its tables stay. */
  async unmount(snake: string): Promise<void> {
    this.withdraw(snake)
    const plugins = this.#plugins.filter(({ name }) => name !== snake)
    this.app.config.set('plugins', plugins)
    await actAsSystem('take a module out', () => prepareDatabase(this.app, plugins))
    await announcePluginRemoval(snake)
    await announcePluginChange(plugins)
  }

  get #plugins(): readonly PluginManifest[] {
    return this.app.config.get<readonly PluginManifest[]>('plugins')
  }
}
