import type { Row } from '../ask'

export type Branch = Row & { children?: Branch[] }

/** Rows below their parents; one whose parent is not there, such as outside of the reach of the operator, is a root. */
export function treeOf(rows: readonly Row[], parent: string): Branch[] {
  if (rows.some(({ children }) => Array.isArray(children))) return rows as Branch[]
  const branches = new Map<unknown, Branch>(rows.map((row) => [row.id, { ...row }]))
  const roots: Branch[] = []
  for (const branch of branches.values()) {
    const above = branches.get(branch[parent])
    if (above) (above.children ??= []).push(branch)
    else roots.push(branch)
  }
  return roots
}
