import type { Details } from '../chain/entry_row.js'

/** A column of a listing of entries: what one tells of the rows. */
export function detail(member: keyof Details) {
  return { attribute: 'details', consume: (text: unknown) => detailsIn(text)?.[member] ?? null }
}

/** A column of a listing of entries: one member that changed, as it was or as it is. */
export function changedMember(when: 'before' | 'after', name: string) {
  const consume = (text: unknown) => detailsIn(text)?.[when]?.[name] ?? null
  return { attribute: 'details', consume }
}

function detailsIn(text: unknown): Details | null {
  return typeof text === 'string' ? (JSON.parse(text) as Details) : null
}
