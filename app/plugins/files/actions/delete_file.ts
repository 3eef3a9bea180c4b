import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { isConstraintConflict } from '#kernel/database/main'
import { E_FILE_IN_USE } from '../errors.js'
import { FileHolders } from '../file_holders.js'
import type StoredFile from '../models/stored_file.js'

/**
 * Deletes a file that stands by itself and that nobody refers to. Its contents go with the next sweep, where no other
 * file has the same.
 *
 * @throws E_FILE_IN_USE
 */
@inject()
export class DeleteFile {
  constructor(private readonly holders: FileHolders) {}

  async handle(file: StoredFile): Promise<void> {
    if (file.holder !== null) throw new E_FILE_IN_USE()
    try {
      await db.transaction((trx) => this.#delete(file, trx))
    } catch (error) {
      if (isConstraintConflict(error)) throw new E_FILE_IN_USE(undefined, { cause: error })
      throw error
    }
  }

  /** Deleted first: whoever comes to refer to it waits for that, or is waited for. */
  async #delete(file: StoredFile, trx: TransactionClientContract): Promise<void> {
    await file.useTransaction(trx).delete()
    const referenced = await this.holders.referenced([file.id], trx)
    if (referenced.has(file.id)) throw new E_FILE_IN_USE()
  }
}
