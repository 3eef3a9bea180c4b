import { existsSync, readdirSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { isAbsolute, join, relative } from 'node:path'

/** The sources of an application, as far as programs change them. */
export class SourceTree {
  constructor(readonly root: string) {}

  /** Kept out of git; on the same disk as the tree, so that files can be moved into it. */
  get workFolder(): string {
    return this.path('data/tree')
  }

  /** @throws TypeError where that lies outside of the tree */
  path(relativePath: string): string {
    const absolute = join(this.root, relativePath)
    const back = relative(this.root, absolute)
    if (back.startsWith('..') || isAbsolute(back))
      throw new TypeError(`"${relativePath}" lies outside of the project`)
    return absolute
  }

  /** Whether a file lies there or below: an empty folder may be left where somebody was stopped in the middle. */
  holdsFiles(relativePath: string): boolean {
    if (!this.exists(relativePath)) return false
    const path = this.path(relativePath)
    if (!statSync(path).isDirectory()) return true
    const entries = readdirSync(path, { recursive: true, withFileTypes: true })
    return entries.some((entry) => !entry.isDirectory())
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
}
