import type { LucidRow } from '@adonisjs/lucid/types/model'
import { actAsSystem } from '#kernel/acting/main'

interface Links {
  query(): PromiseLike<(LucidRow & { id: number })[]>
  sync(ids: number[]): Promise<void>
}

/** Ids of all linked rows, also of those out of reach. */
export async function linkedIds(links: Pick<Links, 'query'>): Promise<number[]> {
  const rows = await actAsSystem('what a row is linked to', async () => links.query())
  return rows.map(({ id }) => id)
}

/**
 * Links a row to the given ones. Links to rows out of reach stay, because the acting operator cannot have left them out on
 * purpose.
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
