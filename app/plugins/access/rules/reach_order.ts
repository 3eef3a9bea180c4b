import type { Reach } from '#kernel/acting/main'

const known = new WeakMap<Reach, WeakMap<Reach, boolean>>()

/**
 * Whether one reach has all the departments of another. Rows that somebody owns are theirs: to let them reach these
 * takes nothing that another would have to hold.
 */
export function covers(own: Reach, wanted: Reach): boolean {
  if (own.kind === 'all') return true
  if (wanted.kind === 'all') return false
  if (own === wanted || wanted.departments.length === 0) return true

  const answers = known.get(own) ?? new WeakMap<Reach, boolean>()
  known.set(own, answers)
  const answer = answers.get(wanted) ?? hasAll(own.departments, wanted.departments)
  answers.set(wanted, answer)
  return answer
}

function hasAll(own: readonly number[], wanted: readonly number[]): boolean {
  const held = new Set(own)
  return wanted.every((id) => held.has(id))
}
