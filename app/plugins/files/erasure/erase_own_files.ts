import { inject } from '@adonisjs/core'
import type { ErasedPerson } from '#kernel/plugins/main'
import { removePictures } from '../avatars/avatar_files.js'
import { DeleteFile } from '../actions/delete_file.js'
import { E_FILE_IN_USE } from '../errors.js'
import StoredFile from '../models/stored_file.js'

/** The person's pictures, and files that stand by themselves and to which nothing refers; their contents go with the next sweep. */
@inject()
export class EraseOwnFiles {
  constructor(private readonly deletion: DeleteFile) {}

  async handle({ id }: ErasedPerson): Promise<void> {
    await removePictures(id)
    const files = await StoredFile.query().where('ownerId', id).whereNull('holder')
    for (const file of files) await this.#delete(file)
  }

  async #delete(file: StoredFile): Promise<void> {
    try {
      await this.deletion.handle(file)
    } catch (error) {
      if (!(error instanceof E_FILE_IN_USE)) throw error
    }
  }
}
