import type { Mark } from '#kernel/state/main'

export type Marks = Readonly<Record<string, Mark>>

/** Of what both name, that of which the one does not take what the other has. */
export function differences(mine: Marks, theirs: Marks): string[] {
  return Object.keys(mine).filter((what) => {
    const [one, other] = [mine[what]!, theirs[what]]
    return other !== undefined && !(takes(one, other) && takes(other, one))
  })
}

function takes({ own, taken }: Mark, other: Mark): boolean {
  return own === other.own || taken.includes(other.own)
}
