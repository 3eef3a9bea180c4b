import type { ModuleSpec } from '../plan/module_spec.js'
import type { LiveModules } from '../running/live_modules.js'
import type { FileChange } from './journal.js'
import { Journal } from './journal.js'
import type { Project } from './project.js'

/** What is left to do for a change of the tree that a killed process carried out. */
export interface WriteNote {
  name: string
  snake: string
  action: 'apply' | 'regenerate' | 'undo'
  plan: ModuleSpec['plan']
  migrations: string[]
  files: { path: string; content: string }[]
}

/** Changes the tree as one, together with what hangs on it: tables, rows, routes. */
export class ModuleWriter {
  constructor(
    readonly project: Project,
    private readonly live: LiveModules
  ) {}

  /**
   * @param settle what belongs to the change besides files; when it fails, the tree is put back
   */
  async write(
    changes: readonly FileChange[],
    note: WriteNote,
    settle: (live: LiveModules) => Promise<void>
  ): Promise<void> {
    const journal = new Journal<WriteNote>(this.project)
    await journal.write(changes, note)
    try {
      await settle(this.live)
    } catch (error) {
      await journal.revert()
      throw error
    }
    await journal.forget()
  }
}
