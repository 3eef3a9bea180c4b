import type { LucidRow } from '@adonisjs/lucid/types/model'
import { actAsSystem } from '#kernel/acting/main'

interface Links {
  query(): PromiseLike<(LucidRow & { id: number })[]>
  sync(ids: number[]): Promise<void>
}

/** Ids of all that a row is linked to, whoever may see them. */
export async function linkedIds(links: Pick<Links, 'query'>): Promise<number[]> {
  const rows = await actAsSystem('what a row is linked to', async () => links.query())
  return rows.map(({ id }) => id)
}

/**
 * Links a row to those that are given. Links to what whoever acts cannot see stay: they were not left out on purpose.
 *
 * @param links the relation, in the transaction of the row
 * @returns whether anything changed
 */
export async function relink(links: Links, given: readonly number[]): Promise<boolean> {
  const linked = await linkedIds(links)
  const seen = new Set((await links.query()).map(({ id }) => id))
  const wanted = new Set([...given, ...linked.filter((id) => !seen.has(id))])
  if (wanted.size === linked.length && linked.every((id) => wanted.has(id))) return false
  await links.sync([...wanted])
  return true
}
