import type { FieldFault } from '#kernel/errors/main'
import { fault } from '../plan/plan_shape_check.js'
import type { RenderedFile } from '../rendering/renderer.js'
import { type FileChange, threeWayMerge, unifiedDiff } from '#kernel/source_tree/main'
import { say } from '#kernel/languages/main'
import type { Project } from './project.js'

export interface MergedTree {
  changes: FileChange[]
  /** One a file where both sides changed the same lines, with the diff. */
  conflicts: FieldFault[]
  states: { path: string; status: string }[]
}

const SHOWN = 10_000

/** Merges a new rendering into files that may have been edited since the last one. */
export async function mergeTrees(
  project: Project,
  base: ReadonlyMap<string, string>,
  rendered: readonly RenderedFile[]
): Promise<MergedTree> {
  const tree: MergedTree = { changes: [], conflicts: [], states: [] }
  for (const { path, content } of rendered) {
    const edited = await project.read(path)
    await mergeFile(tree, { path, edited, base: base.get(path) ?? null, rendered: content })
  }
  const kept = new Set(rendered.map(({ path }) => path))
  for (const [path, content] of base) {
    if (!kept.has(path) && !path.startsWith('config/')) await dropFile(tree, project, path, content)
  }
  return tree
}

interface Sides {
  path: string
  edited: string | null
  base: string | null
  rendered: string
}

async function mergeFile(tree: MergedTree, { path, edited, base, rendered }: Sides): Promise<void> {
  const note = (status: string) => void tree.states.push({ path, status })
  if (edited === rendered) return note('unchanged')
  if (edited === null && base === null) return (change(tree, path, rendered), note('new'))
  if (edited === base) return (change(tree, path, rendered), note('changed'))
  if (base === rendered) return note(edited === null ? 'deleted by you' : 'edited by you')

  const { content, conflicts } = await threeWayMerge(edited ?? '', base ?? '', rendered)
  change(tree, path, content)
  if (conflicts === 0) return note('merged')
  note('conflict')
  tree.conflicts.push(
    fault(path, 'conflict', (await unifiedDiff(path, edited ?? '', content)).slice(0, SHOWN))
  )
}

async function dropFile(
  tree: MergedTree,
  project: Project,
  path: string,
  base: string
): Promise<void> {
  const edited = await project.read(path)
  if (edited === null) return
  if (edited !== base) {
    tree.conflicts.push(
      fault(
        path,
        'conflict',
        say`${path} was edited, and the new plan has no such file; delete it or move it`
      )
    )
    return
  }
  tree.changes.push({ path, content: null })
  tree.states.push({ path, status: 'deleted' })
}

function change(tree: MergedTree, path: string, content: string): void {
  tree.changes.push({ path, content })
}
