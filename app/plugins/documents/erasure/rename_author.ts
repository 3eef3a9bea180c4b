import { ERASED_NAME } from '#kernel/personal_data/erased_name'
import type { Erasing } from '#kernel/personal_data/personal_data'

/** Where a name is written beside the number of whose it is. */
const NAMES = [
  { table: 'document_logs', id: 'operator_id', name: 'operator_name' },
  { table: 'document_versions', id: 'author_id', name: 'author_name' },
  { table: 'document_form_data', id: 'submitted_by', name: 'submitted_by_name' },
] as const

/** Documents stay as they are; who made them, and what was done to them, is somebody without a name. */
export async function renameAuthor({ person, each }: Erasing): Promise<void> {
  for (const { table, id, name } of NAMES) {
    await each(table, async (trx, most) => {
      const named = await trx
        .from(table)
        .where(id, person.id)
        .whereNot(name, ERASED_NAME)
        .limit(most)
        .select('id')
      const ids = named.map((row) => Number(row.id))
      if (ids.length > 0)
        await trx
          .from(table)
          .whereIn('id', ids)
          .update({ [name]: ERASED_NAME })
      return ids.length
    })
  }
}
