import { isAbsolute, relative, resolve } from 'node:path'
import { inject } from '@adonisjs/core'
import { E_VALIDATION } from '#kernel/errors/main'
import { Journal } from '#kernel/source_tree/main'
import { clock } from '#kernel/state/main'
import { type Said, say } from '#kernel/languages/main'
import { alone } from '../applying/generator_lock.js'
import { Project } from '../applying/project.js'
import { E_MODULE_EXISTS } from '../errors.js'
import { namesOf, type ModuleNames } from '../plan/names.js'
import { reservedModule } from '../plan/reserved_words.js'
import { formatter } from '../rendering/formatter.js'
import { packageFiles, packageView } from '../rendering/package_files.js'
import { pluginFiles, pluginView } from '../rendering/plugin_files.js'
import { mounts, withPlugin } from '../rendering/plugin_list.js'
import { Renderer, type RenderedFile } from '../rendering/renderer.js'
import { PLUGIN_LIST } from './render_module.js'

/** The longest for which the names of indexes fit into those of every database. */
const LONGEST_NAME = 32

/** A small plugin that works, to change by hand. */
@inject()
export class MakePlugin {
  constructor(
    private readonly project: Project,
    private readonly renderer: Renderer
  ) {}

  /** Writes and mounts it. Resolves to the paths of what was written. */
  async handle(name: string): Promise<string[]> {
    const names = this.#namesOf(name)
    const folder = `app/plugins/${names.snake}`
    await this.#assertFree(names, folder)
    return alone(this.project, async () => this.#write(await this.#pluginFiles(names, folder)))
  }

  /**
   * Writes it as a package, which has to be built before it can be mounted. Resolves to the paths of what was written.
   *
   * @param to folder below the project
   */
  async package(name: string, to = `packages/${name}`): Promise<string[]> {
    const names = this.#namesOf(name)
    const folder = this.#inside(to)
    await this.#assertFree(names, folder)
    return alone(this.project, async () => {
      const recipes = packageFiles(names, folder, clock.now())
      return this.#write(await this.renderer.all(recipes, packageView(names, folder)))
    })
  }

  #namesOf(name: string): ModuleNames {
    this.project.assertSources()
    assertName(name)
    return namesOf(name)
  }

  async #assertFree({ snake }: ModuleNames, folder: string): Promise<void> {
    const taken = [folder, `tests/functional/${snake}`].find((one) => this.project.exists(one))
    if (taken)
      throw new E_MODULE_EXISTS(say`There is a folder ${taken} already; choose another name`)
    if (mounts(await this.#pluginList(), snake))
      throw new E_MODULE_EXISTS(say`${PLUGIN_LIST} mounts "${snake}" already; choose another name`)
  }

  #inside(folder: string): string {
    const path = relative(this.project.root, resolve(this.project.root, folder))
    if (path !== '' && !path.startsWith('..') && !isAbsolute(path))
      return path.replaceAll('\\', '/')
    throw invalid('to', say`"${folder}" is not a folder inside the project; choose another folder`)
  }

  async #pluginFiles(names: ModuleNames, folder: string): Promise<RenderedFile[]> {
    const recipes = pluginFiles(names, folder, clock.now())
    const view = pluginView(names, `#plugins/${names.snake}/main`)
    return [...(await this.renderer.all(recipes, view)), await this.#mounted(names)]
  }

  async #mounted(names: ModuleNames): Promise<RenderedFile> {
    const present = await this.#pluginList()
    const format = await formatter(this.project.root)
    const content = withPlugin(present, names) ?? present
    return { path: PLUGIN_LIST, content: await format(PLUGIN_LIST, content) }
  }

  async #pluginList(): Promise<string> {
    return (await this.project.read(PLUGIN_LIST)) ?? ''
  }

  async #write(files: RenderedFile[]): Promise<string[]> {
    const journal = new Journal(this.project)
    await journal.write(files, { action: 'plugin' })
    await journal.forget()
    return files.map(({ path }) => path)
  }
}

function assertName(name: string): void {
  const reason =
    /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) && name.length <= LONGEST_NAME
      ? reservedModule(name)
      : `not a name in kebab-case of at most ${LONGEST_NAME} characters`
  if (!reason) return
  throw invalid('name', say`"${name.slice(0, 40)}" is ${reason}; choose another name`)
}

function invalid(field: string, message: Said) {
  return new E_VALIDATION(message, { errors: [{ field, rule: field, message }] })
}
