import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import { withRetry } from '#kernel/database/main'
import { ERASED_NAME } from '#kernel/plugins/main'
import { editorIdOf, userIdIn } from '../editor/editor_ids.js'
import { isNamed } from '../versions/same_change.js'

const TIMES = 5

const NAMES = [
  { table: 'document_logs', id: 'operator_id', name: 'operator_name' },
  { table: 'document_versions', id: 'author_id', name: 'author_name' },
  { table: 'document_form_data', id: 'submitted_by', name: 'submitted_by_name' },
] as const

/** Columns with JSON that contains names: histories of the document server, details of the log, and who is editing. */
const TEXTS = [
  { table: 'document_versions', text: 'history' },
  { table: 'document_logs', text: 'detail' },
  { table: 'documents', text: 'editing' },
] as const

/** Puts `ERASED_NAME` in place of the name of a person wherever it stands beside their id. */
export function eraseNames(userId: number): Promise<void> {
  return withRetry(TIMES, () =>
    db.transaction(async (trx) => {
      for (const { table, id, name } of NAMES)
        await trx
          .from(table)
          .where(id, userId)
          .update({ [name]: ERASED_NAME })
      for (const { table, text } of TEXTS) await eraseInTexts(trx, table, text, userId)
    })
  )
}

/** Texts may be long, so one is read at a time. */
async function eraseInTexts(
  trx: TransactionClientContract,
  table: string,
  text: string,
  userId: number
): Promise<void> {
  const named = trx.from(table).where((rows) => mentions(rows, text, userId))
  for (const { id } of await named.select('id')) {
    const row = await trx.from(table).where({ id }).forUpdate().select(text).first()
    if (!row?.[text]) continue
    const renamed = withoutName(row[text], userId)
    await trx
      .from(table)
      .where({ id })
      .update({ [text]: renamed })
  }
}

/** The id of the person as `JSON.stringify` writes it. */
function mentions(rows: DatabaseQueryBuilderContract, text: string, userId: number): void {
  for (const id of [`"${userId}"`, `"${editorIdOf(userId)}"`, `${userId},`, `${userId}}`])
    void rows.orWhere(text, 'like', `%"id":${id}%`)
}

function withoutName(text: string, userId: number): string {
  return JSON.stringify(JSON.parse(text), (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || !isNamed(value)) return value
    return userIdIn(String(value.id)) === String(userId) ? { ...value, name: ERASED_NAME } : value
  })
}
