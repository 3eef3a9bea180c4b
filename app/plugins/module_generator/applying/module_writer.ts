import { Journal, type FileChange } from '#kernel/source_tree/main'
import type { LiveModules } from '../running/live_modules.js'
import type { Project } from './project.js'
import { settle, unsettle } from './settle.js'
import type { WriteNote } from './write_note.js'

/** Changes the tree as one, together with what hangs on it: tables, rows, routes. */
export class ModuleWriter {
  constructor(
    readonly project: Project,
    readonly live: LiveModules
  ) {}

  /** When what belongs to the change fails, all is put back; killed, the next start ends it. */
  async write(changes: readonly FileChange[], note: WriteNote): Promise<void> {
    const journal = new Journal<WriteNote>(this.project)
    await journal.write(changes, note)
    try {
      await settle(note, this.live, this.project)
    } catch (error) {
      await this.#putBack(journal, note).catch((second: unknown) => {
        throw new AggregateError([error, second], 'A change could not be ended, nor put back')
      })
      throw error
    }
    await journal.forget()
  }

  async #putBack(journal: Journal<WriteNote>, note: WriteNote): Promise<void> {
    if (note.action !== 'undo') await unsettle(note, this.project)
    await journal.revert()
    if (note.action === 'apply') await this.live.unmount(note.snake)
    else if (note.runs) await this.live.mount(note.snake)
  }
}
