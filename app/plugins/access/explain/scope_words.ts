import { labelsOf } from '#kernel/listing/main'
import type { Reach } from '#kernel/acting/main'
import { say, type Text } from '#kernel/languages/main'
import { Department } from '#plugins/identity/main'

const MOST_NAMED = 10

/** A reach as people say it. */
export async function reachInWords(reach: Reach): Promise<Text> {
  if (reach.kind === 'all') return say`every row`
  const ofDepartments =
    reach.departments.length > 0 ? await departmentsInWords(reach.departments) : null
  const owned = reach.owner === null ? null : say`rows that the user owns`
  if (ofDepartments && owned) return together(ofDepartments, owned)
  return ofDepartments ?? owned ?? say`no row, for the user has no department`
}

/** Of several rows, both. */
export const together = (one: Text, other: unknown): Text => say`${one}, and ${other}`

async function departmentsInWords(ids: readonly number[]): Promise<Text> {
  const named = ids.slice(0, MOST_NAMED)
  const names = await labelsOf(Department, 'name', named)
  const listed = named.map((id) => `"${names.get(id) ?? id}"`).join(', ')
  if (ids.length === 1) return say`rows of the department ${listed}`
  const more = ids.length - named.length
  return more > 0
    ? say`rows of ${ids.length} departments: ${listed} and ${more} more`
    : say`rows of ${ids.length} departments: ${listed}`
}
