import { rename, rm, writeFile } from 'node:fs/promises'
import type { Trouble } from './trouble.js'

/** The folder of the files is not there: nothing can be kept, and nothing be read. */
export class MovedStorage implements Trouble {
  readonly name = 'the storage'
  #isMoved = false

  constructor(private readonly folder: string) {}

  async strike(): Promise<void> {
    await rename(this.folder, this.#away)
    await writeFile(this.folder, 'No folder, so that none is made here.')
    this.#isMoved = true
  }

  async mend(): Promise<void> {
    if (!this.#isMoved) return
    await rm(this.folder)
    await rename(this.#away, this.folder)
    this.#isMoved = false
  }

  get #away(): string {
    return `${this.folder}.away`
  }
}
