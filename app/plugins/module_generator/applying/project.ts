import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { isAbsolute, join, relative } from 'node:path'
import { E_NO_SOURCES } from '../errors.js'

/** The tree that modules are written to. */
export class Project {
  constructor(readonly root: string) {}

  /** Kept out of git; on the same disk as the tree, so that files can be moved into it. */
  get workFolder(): string {
    return this.path('data/module_generator')
  }

  path(relativePath: string): string {
    const absolute = join(this.root, relativePath)
    const back = relative(this.root, absolute)
    if (back.startsWith('..') || isAbsolute(back))
      throw new TypeError(`"${relativePath}" lies outside of the project`)
    return absolute
  }

  exists(relativePath: string): boolean {
    return existsSync(this.path(relativePath))
  }

  /** `null` where there is no such file. */
  async read(relativePath: string): Promise<string | null> {
    return readFile(this.path(relativePath), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
  }

  /** @throws E_NO_SOURCES in a build */
  assertSources(): void {
    if (!this.exists('adonisrc.ts') || !this.exists('config/plugins.ts')) throw new E_NO_SOURCES()
  }
}
