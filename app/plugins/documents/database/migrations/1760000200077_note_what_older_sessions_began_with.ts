import { BaseSchema } from '@adonisjs/lucid/schema'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'

const BATCH = 500

/**
 * Of rows that are older than this was noted. A version became present only together with a new key: where none was
 * made since the version before, it lies beside. A present key under which nothing was saved is opened from what is present.
 */
export default class extends BaseSchema {
  async up() {
    this.defer(async (db) => {
      for (;;) {
        const ids = await unnotedBesides(db)
        await db.from('document_versions').whereIn('id', ids).update({ beside: true })
        if (ids.length < BATCH) break
      }
    })
    this.schema.raw(`
      update document_keys set base_version_no = (
        select documents.version_no from documents where documents.id = document_keys.document_id
      )
      where state = 'open' and base_version_no is null and not exists (
        select 1 from document_versions where document_versions.editor_key = document_keys.editor_key
      )`)
  }

  /** What is true of the rows stays so. */
  async down() {}
}

async function unnotedBesides(db: QueryClientContract): Promise<number[]> {
  const rows = (await db
    .from('document_versions as late')
    .joinRaw(
      'inner join document_versions earlier on earlier.document_id = late.document_id and earlier.no = late.no - 1'
    )
    .whereIn('late.kind', ['late', 'recovered'])
    .where('late.beside', false)
    .whereNotExists((keys) => {
      keys
        .from('document_keys')
        .whereColumn('document_keys.document_id', 'late.document_id')
        .whereColumn('document_keys.created_at', '>', 'earlier.created_at')
        .whereColumn('document_keys.created_at', '<=', 'late.created_at')
        .select(db.raw('1'))
    })
    .limit(BATCH)
    .select('late.id as id')) as { id: number }[]
  return rows.map(({ id }) => id)
}
