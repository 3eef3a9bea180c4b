import { setImmediate } from 'node:timers/promises'
import db from '@adonisjs/lucid/services/db'
import type { Erasing } from '#kernel/personal_data/personal_data'
import { namingThem, sayingThem, withoutName } from './named_in_text.js'

/**
 * Histories are as the document server told them, with the names of those who changed something. And what is noted in the log,
 * and who is inside. Short texts are looked through in greater numbers.
 */
const TEXTS = [
  { table: 'document_versions', text: 'history', atOnce: 100 },
  { table: 'document_logs', text: 'detail', atOnce: 1_000 },
  { table: 'documents', text: 'editing', atOnce: 1_000 },
] as const

type Place = (typeof TEXTS)[number]

/**
 * In whatever text names them, for nothing else may tell that they were there. One after the other: no transaction lasts
 * longer, and others have their turn in between.
 */
export async function renameInTexts(erasing: Erasing): Promise<void> {
  for (const place of TEXTS) {
    let ids: number[]
    let after = 0
    do {
      ids = await idsAfter(place, after)
      const last = ids.at(-1)
      if (last === undefined) break
      for (const id of await sayingAmong(place, [after + 1, last], erasing.person.id))
        await renameIn(place, id, erasing)
      after = last
    } while (ids.length === place.atOnce)
  }
}

/** Ids alone: of texts, which may be long, one is held at a time. */
async function idsAfter({ table, text, atOnce }: Place, after: number): Promise<number[]> {
  const rows = await db
    .from(table)
    .where('id', '>', after)
    .whereNotNull(text)
    .orderBy('id')
    .limit(atOnce)
    .select('id')
  return rows.map((row) => Number(row.id))
}

async function sayingAmong(
  { table, text }: Place,
  between: [first: number, last: number],
  userId: number
): Promise<number[]> {
  const rows = await db
    .from(table)
    .whereBetween('id', between)
    .where((said) => sayingThem(said, text, userId))
    .orderBy('id')
    .select('id')
  return rows.map((row) => Number(row.id))
}

async function renameIn(
  { table, text }: Place,
  id: number,
  { person, each }: Erasing
): Promise<void> {
  await setImmediate()
  const named = db.from(table).where({ id })
  if (
    !(await named
      .where((rows) => namingThem(rows, text, person.id))
      .select('id')
      .first())
  )
    return
  let isDone = false
  await each(table, async (trx) => {
    if (isDone) return 0
    await setImmediate()
    const row = (await trx
      .from(table)
      .where({ id })
      .forUpdate()
      .select(`${text} as text`)
      .first()) as { text: string | null } | null
    await setImmediate()
    const renamed = row?.text ? await withoutName(row.text, person.id) : null
    if (renamed === null) return 0
    await setImmediate()
    await trx
      .from(table)
      .where({ id })
      .update({ [text]: renamed })
    trx.after('commit', () => void (isDone = true))
    return 1
  })
}
