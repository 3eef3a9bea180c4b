import { existsSync } from 'node:fs'
import { isAbsolute, join, relative } from 'node:path'
import type { ApplicationService } from '@adonisjs/core/types'
import { RuntimeException } from '@adonisjs/core/exceptions'
import type { ModuleSpec } from '../plan/module_spec.js'
import { formatter } from './formatter.js'
import { moduleFiles, type FileRecipe } from './module_files.js'
import { viewOf, type View } from './view.js'

export interface RenderedFile {
  /** Below the project, with slashes. */
  path: string
  content: string
}

/**
 * Renders the templates of `stubs/`: the project's own where it has them, which `node ace eject` copies there,
 * or those that came along.
 */
export class Renderer {
  constructor(
    private readonly app: ApplicationService,
    /** Where the templates that came along lie. */
    private readonly templates: string
  ) {}

  /** @param stamp milliseconds since the epoch, in the migration's name */
  async module(spec: ModuleSpec, stamp: number): Promise<RenderedFile[]> {
    const files = await this.all(moduleFiles(spec, stamp), viewOf(spec))
    return files.sort((a, b) => a.path.localeCompare(b.path))
  }

  /** Templates by themselves, all with the same view. */
  async all(recipes: readonly FileRecipe[], view: View): Promise<RenderedFile[]> {
    const format = await formatter(this.app.makePath())
    const files: RenderedFile[] = []
    for (const recipe of recipes) files.push(await this.#render(recipe, view, format))
    return files
  }

  async #render(
    { stub, path, extra = {} }: FileRecipe,
    view: View,
    format: (path: string, source: string) => Promise<string>
  ): Promise<RenderedFile> {
    const stubs = await this.app.stubs.create()
    const template = await stubs.build(`${stub}.stub`, { source: this.templates })
    const line = (view.lineModels as unknown[] | undefined)?.[Number(extra.lineIndex ?? 0)] ?? null
    const { contents, destination } = await template.prepare({
      ...view,
      ...extra,
      line,
      to: this.app.makePath(path),
    })
    const target = this.#within(destination)
    return { path: target, content: await format(target, contents) }
  }

  /** A template of somebody's own may name another file, but none outside of the project. */
  #within(destination: string): string {
    const path = relative(this.app.makePath(), destination)
    if (path.startsWith('..') || isAbsolute(path))
      throw new RuntimeException(
        `A template writes to "${destination}", which lies outside of the project`
      )
    return path.replaceAll('\\', '/')
  }

  exists(path: string): boolean {
    return existsSync(join(this.app.makePath(), path))
  }
}
