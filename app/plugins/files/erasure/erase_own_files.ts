import { inject } from '@adonisjs/core'
import type { Erasing } from '#kernel/plugins/main'
import { DeleteFile } from '../actions/delete_file.js'
import { E_FILE_IN_USE } from '../errors.js'
import StoredFile from '../models/stored_file.js'

const AT_ONCE = 100

/** Files that stand by themselves and to which nothing refers; their contents go with the next sweep. */
@inject()
export class EraseOwnFiles {
  constructor(private readonly deletion: DeleteFile) {}

  async handle({ person, count }: Erasing): Promise<void> {
    let last = 0
    for (;;) {
      const files = await StoredFile.query()
        .where('ownerId', person.id)
        .whereNull('holder')
        .where('id', '>', last)
        .orderBy('id')
        .limit(AT_ONCE)
      if (files.length === 0) return
      last = files.at(-1)!.id
      for (const file of files) if (await this.#isDeleted(file)) await count('stored_files', 1)
    }
  }

  async #isDeleted(file: StoredFile): Promise<boolean> {
    try {
      await this.deletion.handle(file)
      return true
    } catch (error) {
      if (error instanceof E_FILE_IN_USE) return false
      throw error
    }
  }
}
