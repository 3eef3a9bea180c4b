import { inject } from '@adonisjs/core'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { FileHolders } from '../file_holders.js'
import StoredFile from '../models/stored_file.js'

/**
 * What this plugin’s own operations work on: files that stand by themselves, and those that their holder lets the
 * reader see. A permission for files says nothing of what other plugins keep in them.
 */
@inject()
export class ReadableFiles {
  constructor(private readonly holders: FileHolders) {}

  /** @throws E_NOT_FOUND, for a held file as for one that is not there */
  async find(id: number): Promise<StoredFile> {
    const file = await StoredFile.findOrFail(id)
    if (!(await this.#isFree(file))) throw new E_NOT_FOUND()
    return file
  }

  async has(id: number): Promise<boolean> {
    const file = await StoredFile.find(id)
    return file !== null && (await this.#isFree(file))
  }

  async #isFree(file: StoredFile): Promise<boolean> {
    return file.holder === null || (await this.holders.letRead(file))
  }
}
