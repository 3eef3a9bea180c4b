import type { TObject } from 'typebox'
import { t, type Shape } from '#kernel/contracts/main'

export interface TreeRow {
  id: number
  parentId: number | null
}

export type Tree<Row extends TreeRow> = Row & { children: Tree<Row>[] }

/** Rows beneath the rows that they name; one whose parent is not among them stands at the top. */
export function treeOf<Row extends TreeRow>(rows: readonly Row[]): Tree<Row>[] {
  const nodes = new Map<number, Tree<Row>>(rows.map((row) => [row.id, { ...row, children: [] }]))
  const roots: Tree<Row>[] = []
  for (const node of nodes.values()) {
    const parent = node.parentId === null ? undefined : nodes.get(node.parentId)
    ;(parent?.children ?? roots).push(node)
  }
  return roots
}

/**
 * An answer that is a page of rows, or all of them as a tree.
 *
 * @param title of a row in the tree
 */
export function pageOrTree(page: Shape, row: TObject, title: string) {
  const children = t.array(t.named(title), { description: 'The rows beneath it' })
  return t.anyOf(page, t.array(t.object({ ...row.properties, children }, { title })))
}
