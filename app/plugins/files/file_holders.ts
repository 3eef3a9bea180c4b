import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import type StoredFile from './models/stored_file.js'

/** Says which of the given files are still referred to, within the transaction where one is given. */
export type ReferenceCheck = (
  fileIds: readonly number[],
  client?: QueryClientContract
) => Promise<ReadonlySet<number>>

/** Says whether whoever acts may read a file of the holder's as a file, apart from what it belongs to. */
export type ReadCheck = (file: StoredFile) => Promise<boolean>

interface FileHolder {
  isReferenced: ReferenceCheck
  mayRead: ReadCheck
}

const nobodyMay: ReadCheck = async () => false

/**
 * Extension point: plugins that refer to files. A file recorded with a holder's name lives as long as the holder
 * refers to it; any holder's reference protects a file from being deleted. As a file nobody reads it, unless its
 * holder lets them: a holder has operations and permissions of its own for what it keeps.
 */
export class FileHolders {
  readonly #holders = new Map<string, FileHolder>()

  /** @param name of the plugin */
  register(name: string, isReferenced: ReferenceCheck, mayRead: ReadCheck = nobodyMay): void {
    this.#holders.set(name, { isReferenced, mayRead })
  }

  knows(holder: string): boolean {
    return this.#holders.has(holder)
  }

  /** Those of the files that somebody refers to. */
  async referenced(
    fileIds: readonly number[],
    client?: QueryClientContract
  ): Promise<ReadonlySet<number>> {
    const holders = [...this.#holders.values()]
    const answers = await Promise.all(
      holders.map(({ isReferenced }) => isReferenced(fileIds, client))
    )
    return new Set(answers.flatMap((answer) => [...answer]))
  }

  /** Whether the holder of a file lets whoever acts read it; no holder that is unknown here does. */
  async letRead(file: StoredFile): Promise<boolean> {
    const holder = file.holder === null ? undefined : this.#holders.get(file.holder)
    return holder !== undefined && (await holder.mayRead(file))
  }
}
