import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import { ERASED_NAME, type Erasing } from '#kernel/plugins/main'
import { editorIdOf, userIdIn } from '../editor/editor_ids.js'
import { isNamed } from '../versions/same_change.js'

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

type Place = (typeof TEXTS)[number]

const BATCH = 100

export async function renameInColumns({ person, each }: Erasing): Promise<void> {
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

export async function renameInTexts({ person, each }: Erasing): Promise<void> {
  for (const place of TEXTS)
    for await (const ids of naming(place, person.id))
      await each(place.table, (trx) => renameAmong(place, ids, person.id, trx))
}

/** Ids of rows that may name the person, in batches. Each statement reads a limited range. */
async function* naming({ table, text }: Place, userId: number): AsyncGenerator<number[]> {
  const rows = () => db.from(table).whereNotNull(text).orderBy('id').select('id')
  for (let last = 0; ;) {
    const batch = idsOf(await rows().where('id', '>', last).limit(BATCH))
    if (batch.length === 0) return
    const range: [number, number] = [last + 1, batch.at(-1)!]
    const named = rows().whereBetween('id', range)
    const ids = idsOf(await named.where((some) => mentions(some, text, userId)))
    if (ids.length > 0) yield ids
    last = range[1]
  }
}

function idsOf(rows: readonly { id: unknown }[]): number[] {
  return rows.map(({ id }) => Number(id))
}

/** The id of the person as `JSON.stringify` writes it. */
function mentions(rows: DatabaseQueryBuilderContract, text: string, userId: number): void {
  for (const id of [`"${userId}"`, `"${editorIdOf(userId)}"`, `${userId},`, `${userId}}`])
    void rows.orWhere(text, 'like', `%"id":${id}%`)
}

/** Texts may be long, so one is read at a time. */
async function renameAmong(
  { table, text }: Place,
  ids: readonly number[],
  userId: number,
  trx: TransactionClientContract
): Promise<number> {
  let changed = 0
  for (const id of ids) {
    const row = await trx.from(table).where({ id }).forUpdate().select(text).first()
    const renamed = row?.[text] ? withoutName(row[text], userId) : null
    if (renamed === null) continue
    await trx
      .from(table)
      .where({ id })
      .update({ [text]: renamed })
    changed++
  }
  return changed
}

function withoutName(text: string, userId: number): string | null {
  const value: unknown = JSON.parse(text)
  return replaceNames(value, String(userId)) ? JSON.stringify(value) : null
}

function replaceNames(value: unknown, userId: string): boolean {
  if (typeof value !== 'object' || value === null) return false
  const inside = Object.values(value).map((one) => replaceNames(one, userId))
  const isTheirs = isNamed(value) && userIdIn(String(value.id)) === userId
  if (!isTheirs || value.name === ERASED_NAME) return inside.includes(true)
  value.name = ERASED_NAME
  return true
}
