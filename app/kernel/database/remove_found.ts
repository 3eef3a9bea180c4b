import type { LucidModel, LucidRow, ModelQueryBuilderContract } from '@adonisjs/lucid/types/model'

type Numbered = LucidRow & { id: number }

const AT_ONCE = 500

/**
 * Removes the rows of a query, a bounded number at a time, each by its number. A delete by anything else has MySQL lock
 * whatever it looks at on its way, those that others write just now among them.
 *
 * @param found without an order; what it asks for holds at the moment of removing as well
 */
export async function removeFound(
  found: ModelQueryBuilderContract<LucidModel, Numbered>
): Promise<void> {
  let ids: number[]
  do {
    const some = await found.clone().orderBy('id').limit(AT_ONCE).select('id')
    ids = some.map(({ id }) => id)
    if (ids.length > 0) await found.clone().whereIn('id', ids).delete()
  } while (ids.length === AT_ONCE)
}
