import { existsSync } from 'node:fs'
import { isAbsolute, join, relative } from 'node:path'
import type { ApplicationService } from '@adonisjs/core/types'
import { RuntimeException } from '@adonisjs/core/exceptions'
import type { ModuleSpec } from '../plan/module_spec.js'
import { formatter } from './formatter.js'
import { moduleFiles, type FileRecipe } from './module_files.js'
import { viewOf } from './view.js'

export interface RenderedFile {
  /** Below the project, with slashes. */
  path: string
  content: string
}

/**
 * Renders the templates of `stubs/module`: the project's own where it has them, which `node ace eject` copies there,
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
    const view = viewOf(spec)
    const format = await formatter(this.app.makePath())
    const files: RenderedFile[] = []
    for (const recipe of moduleFiles(spec, stamp))
      files.push(await this.#render(recipe, view, format))
    return files.sort((a, b) => a.path.localeCompare(b.path))
  }

  /** One template by itself. */
  async one(recipe: FileRecipe, view: Record<string, unknown>): Promise<RenderedFile> {
    return this.#render(recipe, view, await formatter(this.app.makePath()))
  }

  async #render(
    { stub, path, extra = {} }: FileRecipe,
    view: Readonly<Record<string, unknown>>,
    format: (path: string, source: string) => Promise<string>
  ): Promise<RenderedFile> {
    const stubs = await this.app.stubs.create()
    const template = await stubs.build(`module/${stub}.stub`, { source: this.templates })
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
