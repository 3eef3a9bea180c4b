import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import { ERASED_NAME } from '#kernel/personal_data/erased_name'
import type { Erasing } from '#kernel/personal_data/personal_data'

/** Histories are as the document server told them, with the names of those who changed something; and who is inside. */
const TEXTS = [
  { table: 'document_versions', document: 'document_id', text: 'history' },
  { table: 'document_owed_works', document: 'document_id', text: 'history' },
  { table: 'documents', document: 'id', text: 'editing' },
] as const

/** Histories may be long: so many are held at once. */
const AT_ONCE = 20

export async function renameInTexts({ person, each }: Erasing): Promise<void> {
  for (const place of TEXTS) {
    let after = 0
    await each(place.table, async (trx) => {
      for (let from = after; ;) {
        const rows = await textsOf(trx, place, person.id, from)
        if (rows.length === 0) return 0
        from = Number(rows.at(-1)!.id)
        const changed = rows.flatMap((row) => {
          const renamed = withoutName(row.text, person.id)
          return renamed === null ? [] : [{ id: row.id, [place.text]: renamed }]
        })
        for (const { id, ...values } of changed)
          await trx.from(place.table).where({ id }).update(values)
        if (changed.length === 0) continue
        trx.after('commit', () => void (after = from))
        return changed.length
      }
    })
  }
}

function textsOf(
  trx: TransactionClientContract,
  { table, document, text }: (typeof TEXTS)[number],
  userId: number,
  after: number
): Promise<{ id: number; text: string }[]> {
  return trx
    .from(table)
    .whereIn(document, (theirs) => documentsOf(theirs, userId))
    .where('id', '>', after)
    .where(text, 'like', '%"name"%')
    .orderBy('id')
    .limit(AT_ONCE)
    .select('id', `${text} as text`)
}

/** In which they were ever at work. */
function documentsOf(query: DatabaseQueryBuilderContract, userId: number): void {
  void query
    .from('document_logs')
    .where('operator_id', userId)
    .select('document_id')
    .union(db.from('document_versions').where('author_id', userId).select('document_id'))
    .union(db.from('document_openings').where('user_id', userId).select('document_id'))
}

/** `null` where they are not named in it. */
function withoutName(text: string, userId: number): string | null {
  let isChanged = false
  const renamed: unknown = JSON.parse(text, (_key, value: unknown) => {
    if (!isPerson(value, userId) || value.name === ERASED_NAME) return value
    isChanged = true
    return { ...value, name: ERASED_NAME }
  })
  return isChanged ? JSON.stringify(renamed) : null
}

function isPerson(value: unknown, userId: number): value is { id: unknown; name: unknown } {
  if (typeof value !== 'object' || value === null) return false
  return 'id' in value && 'name' in value && String(value.id) === String(userId)
}
