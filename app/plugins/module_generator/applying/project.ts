import { SourceTree } from '#kernel/source_tree/main'
import { E_NO_SOURCES } from '../errors.js'

/** The tree that modules are written to. */
export class Project extends SourceTree {
  /** @throws E_NO_SOURCES in a build */
  assertSources(): void {
    if (!this.exists('adonisrc.ts') || !this.exists('config/plugins.ts')) throw new E_NO_SOURCES()
  }
}
