import type { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'

/** Files that messages refer to, so that nobody deletes them from under a conversation. */
export class FilesInMessages {
  constructor(private readonly db: Database) {}

  async among(
    fileIds: readonly number[],
    client: QueryClientContract = this.db.connection()
  ): Promise<ReadonlySet<number>> {
    const rows = await client
      .from('message_files')
      .whereIn('file_id', [...fileIds])
      .distinct('file_id')
    return new Set(rows.map((row) => Number(row.file_id)))
  }
}
