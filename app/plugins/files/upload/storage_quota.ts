import db from '@adonisjs/lucid/services/db'
import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'
import { actAsSystem } from '#kernel/acting/main'
import type { Parameters } from '#kernel/parameters/main'
import { User } from '#plugins/identity/main'
import { E_STORAGE_FULL } from '../errors.js'
import { filesParameters } from '../parameters.js'
import StoredFile from '../models/stored_file.js'

/** Bytes that a file counts at least: a row and a block of the disk, however little is in it. */
const LEAST = 4 * 1024

/** How much the files of one user may take. */
export class StorageQuota {
  constructor(private readonly parameters: Parameters) {}

  /**
   * Bytes that the user may still store; files that are being stored just now are not counted.
   *
   * @throws E_STORAGE_FULL where there are none
   */
  async remaining(userId: number, client?: QueryClientContract): Promise<number> {
    const most = await this.parameters.get(filesParameters.storagePerUser, client)
    const remaining = most - (await usedBy(userId, client))
    if (remaining <= 0) throw new E_STORAGE_FULL()
    return remaining
  }

  /**
   * To be called in the transaction that inserts the file, before anything else is read in it. The row of the user is
   * locked until it ends, so no other file of theirs is inserted in between.
   *
   * @throws E_STORAGE_FULL
   */
  async assertFits(userId: number, size: number, trx: TransactionClientContract): Promise<void> {
    await actAsSystem('storage is counted for one user at a time', () =>
      User.query({ client: trx }).where('id', userId).select('id').forUpdate()
    )
    if (Math.max(size, LEAST) > (await this.remaining(userId, trx))) throw new E_STORAGE_FULL()
  }
}

async function usedBy(userId: number, client?: QueryClientContract): Promise<number> {
  const counted = `sum(case when size < ${LEAST} then ${LEAST} else size end) as bytes`
  const [row] = await actAsSystem('all files of a user count', () =>
    StoredFile.query({ client }).where('ownerId', userId).select(db.raw(counted))
  )
  return Number(row?.$extras.bytes ?? 0)
}
