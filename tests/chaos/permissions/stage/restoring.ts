import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { Versions } from '#kernel/state/main'
import { ROLES_KEY } from '#plugins/access/main'
import { DEPARTMENTS_KEY } from '#plugins/identity/main'
import { changesBetween, type Change, type Snapshot } from './snapshot.js'

const AT_ONCE = 200
/** Who has to, logs in again. */
const GONE = 'sessions'
const TREES = ['menus', 'departments']

/** Makes the rows what they were, so that what one walk did is nothing to the next. */
export async function restore(wanted: Snapshot, present: Snapshot): Promise<void> {
  const changes = changesBetween(present, wanted)
  const surplus = changes.filter(({ after }) => !after)
  for (const table of TREES) await uproot(table, surplus)
  const missing = changes.filter(({ table, after }) => after && table !== GONE)
  const removals = [...Map.groupBy(surplus, ({ table }) => table)]
  await withRetry([
    ...missing.map((change) => () => putBack(change)),
    ...removals.map(
      ([table, rows]) =>
        () =>
          remove(table, rows)
    ),
  ])

  await db.from('access_revisions').where('id', 1).increment('revision', 1)
  const versions = await app.container.make(Versions)
  await versions.bump(ROLES_KEY, DEPARTMENTS_KEY)
}

/** What stands beneath another hinders it from being deleted. */
async function uproot(tree: string, surplus: readonly Change[]): Promise<void> {
  const ids = surplus.filter(({ table }) => table === tree).map(({ before }) => Number(before!.id))
  if (ids.length > 0) await db.from(tree).whereIn('parent_id', ids).update({ parent_id: null })
  if (ids.length > 0) await db.from(tree).whereIn('id', ids).update({ parent_id: null })
}

async function remove(table: string, rows: readonly Change[]): Promise<void> {
  const ids = rows.flatMap(({ before }) => ('id' in before! ? [Number(before.id)] : []))
  for (let from = 0; from < ids.length; from += AT_ONCE)
    await db
      .from(table)
      .whereIn('id', ids.slice(from, from + AT_ONCE))
      .delete()
  for (const { before } of rows)
    if (!('id' in before!))
      await db
        .from(table)
        .where({ ...before })
        .delete()
}

/** The database itself writes `email_key`. */
async function putBack({ table, before, after }: Change): Promise<void> {
  const { email_key: _, ...row } = after!
  if (before) await db.from(table).where('id', Number(row.id)).update(row)
  else await db.table(table).insert(row)
}

/** Rows refer to each other: what cannot go yet goes once others are gone. */
async function withRetry(works: readonly (() => Promise<void>)[]): Promise<void> {
  let left = [...works]
  while (left.length > 0) {
    const failed: typeof left = []
    let fault: unknown
    for (const work of left)
      await work().catch((error: unknown) => {
        fault = error
        failed.push(work)
      })
    if (failed.length === left.length) throw fault
    left = failed
  }
}
