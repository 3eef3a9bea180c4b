import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import type { LucidModel } from '@adonisjs/lucid/types/model'
import { E_VALIDATION } from '#kernel/errors/main'
import { labelsOf } from '#kernel/listing/main'
import { say } from '#kernel/languages/main'

type Ids = number | null | undefined | readonly number[]

/** How references of a row that is there are checked. */
export interface ReferenceCheck {
  /** What the row refers to already; it is not checked again. */
  kept?: Ids
  client?: QueryClientContract
}

/**
 * Refuses ids of rows that do not exist or are out of reach.
 *
 * @param field member of the body that holds them
 * @throws E_VALIDATION
 */
export async function assertReached(
  model: LucidModel,
  field: string,
  ids: Ids,
  { kept, client }: ReferenceCheck = {}
): Promise<void> {
  const wanted = without(kept, ids)
  if (wanted.length === 0) return
  const found = await model.query({ client }).whereIn(model.primaryKey, wanted)
  if (found.length < wanted.length) refuse(field)
}

/**
 * Refuses ids of rows that do not exist. Rows out of reach are accepted, for models whose label may be shown.
 *
 * @param label attribute that the model declares among its labels
 * @throws E_VALIDATION
 */
export async function assertNamed(
  model: LucidModel,
  label: string,
  field: string,
  ids: Ids,
  { kept, client }: ReferenceCheck = {}
): Promise<void> {
  const wanted = without(kept, ids)
  const found = await labelsOf(model, label, wanted, client)
  if (found.size < wanted.length) refuse(field)
}

function without(kept: Ids, ids: Ids): number[] {
  const there = new Set(listed(kept))
  return listed(ids).filter((id) => !there.has(id))
}

function listed(ids: Ids): number[] {
  if (ids === null || ids === undefined) return []
  return [...new Set(typeof ids === 'number' ? [ids] : ids)]
}

function refuse(field: string): never {
  const message = say`The ${field} field names a row that is not there`
  throw new E_VALIDATION(undefined, { errors: [{ field, rule: 'exists', message }] })
}
