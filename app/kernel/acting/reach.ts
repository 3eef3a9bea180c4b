/**
 * Which rows an operator may see: all of them, or those of some departments and those they own. The empty reach
 * (`owner: null`, no departments) sees nothing.
 */
export type Reach =
  | { readonly kind: 'all' }
  | {
      readonly kind: 'rows'
      readonly owner: number | null
      readonly departments: readonly number[]
    }

export const everything: Reach = Object.freeze({ kind: 'all' })
export const nothing: Reach = Object.freeze({ kind: 'rows', owner: null, departments: [] })

export function ownRowsOf(operatorId: number): Reach {
  return { kind: 'rows', owner: operatorId, departments: [] }
}

/** Whether a reach includes a row of this owner and department. A model's further reach is not considered. */
export function covers(
  reach: Reach,
  { owner, department }: { owner: number | null; department: number | null }
): boolean {
  if (reach.kind === 'all') return true
  if (owner !== null && owner === reach.owner) return true
  return department !== null && hasDepartment(reach, department)
}

const sets = new WeakMap<readonly number[], ReadonlySet<number>>()

/** The departments of a reach become a set once, because this is called for many rows. */
export function hasDepartment(reach: Reach, department: number): boolean {
  if (reach.kind === 'all') return true
  const known = sets.get(reach.departments)
  if (known) return known.has(department)
  const departments = new Set(reach.departments)
  sets.set(reach.departments, departments)
  return departments.has(department)
}

/** All rows of any of the given reaches. */
export function unionOf(reaches: readonly Reach[]): Reach {
  if (reaches.some((reach) => reach.kind === 'all')) return everything

  const rows = reaches.filter((reach) => reach.kind === 'rows')
  const owner = rows.find((reach) => reach.owner !== null)?.owner ?? null
  const departments = [...new Set(rows.flatMap((reach) => reach.departments))].sort((a, b) => a - b)
  return { kind: 'rows', owner, departments }
}
