import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { actAsSystem } from '#kernel/acting/main'
import StoredFile from '../models/stored_file.js'

/** Those of the files that are there, and stay until the transaction ends. */
export async function presentFiles(
  ids: readonly number[],
  trx: QueryClientContract
): Promise<ReadonlySet<number>> {
  const files = await actAsSystem('files that something comes to refer to', () =>
    StoredFile.query({ client: trx })
      .whereIn('id', [...ids])
      .select('id')
      .forShare()
  )
  return new Set(files.map(({ id }) => id))
}
