import { labelsOf } from '#kernel/listing/main'
import type { Reach } from '#kernel/acting/main'
import { Department } from '#plugins/identity/main'

const MOST_NAMED = 10

/** A reach as people say it. */
export async function reachInWords(reach: Reach): Promise<string> {
  if (reach.kind === 'all') return 'every row'
  const parts = []
  if (reach.departments.length > 0) parts.push(await departmentsInWords(reach.departments))
  if (reach.owner !== null) parts.push('rows that the user owns')
  return parts.length > 0 ? parts.join(', and ') : 'no row, for the user has no department'
}

async function departmentsInWords(ids: readonly number[]): Promise<string> {
  const named = ids.slice(0, MOST_NAMED)
  const names = await labelsOf(Department, 'name', named)
  const listed = named.map((id) => `"${names.get(id) ?? id}"`).join(', ')
  const more = ids.length - named.length
  const noun = ids.length === 1 ? 'the department' : `${ids.length} departments:`
  return `rows of ${noun} ${listed}${more > 0 ? ` and ${more} more` : ''}`
}
