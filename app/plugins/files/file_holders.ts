import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import type StoredFile from './models/stored_file.js'

/** Returns those of the given files that are still referred to, within the transaction where one is given. */
export type ReferenceCheck = (
  fileIds: readonly number[],
  client?: QueryClientContract
) => Promise<ReadonlySet<number>>

/** Whether the operator may read a file of the holder's through `/app/files`. */
export type ReadCheck = (file: StoredFile) => Promise<boolean>

interface FileHolder {
  isReferenced: ReferenceCheck
  mayRead: ReadCheck
}

const nobodyMay: ReadCheck = async () => false

/**
 * Extension point: plugins that refer to files. A file recorded with a holder's name lives as long as the holder
 * refers to it; any holder's reference protects a file from being deleted. Nobody reads it through `/app/files`,
 * unless its holder lets them: a holder has operations and permissions of its own for its files.
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
