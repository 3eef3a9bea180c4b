import { ERASED_NAME } from '#kernel/personal_data/erased_name'
import type { Erasing } from '#kernel/personal_data/personal_data'
import { renameInTexts } from './rename_in_texts.js'

/** Columns with a name, beside the id of its user. */
const NAMES = [
  { table: 'document_logs', id: 'operator_id', name: 'operator_name' },
  { table: 'document_versions', id: 'author_id', name: 'author_name' },
  { table: 'document_form_data', id: 'submitted_by', name: 'submitted_by_name' },
] as const

/** Documents stay; the name of the person is replaced wherever documents store it. */
export async function erasePerson(erasing: Erasing): Promise<void> {
  await renameInColumns(erasing)
  await renameInTexts(erasing)
}

async function renameInColumns({ person, each }: Erasing): Promise<void> {
  for (const { table, id, name } of NAMES) {
    await each(table, async (trx, most) => {
      const named = trx.from(table).where(id, person.id).whereNot(name, ERASED_NAME)
      const rows = await named.limit(most).select('id')
      const ids = rows.map((row) => Number(row.id))
      const found = trx.from(table).whereIn('id', ids)
      if (ids.length > 0) await found.update({ [name]: ERASED_NAME })
      return ids.length
    })
  }
}
