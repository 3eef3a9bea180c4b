import { existsSync } from 'node:fs'
import { Journal } from './journal.js'
import { SourceTree } from './source_tree.js'
import { takeTree } from './tree_lock.js'

/**
 * Puts back what a killed process had changed in part, unless somebody is at it. To be called before anything of the
 * tree is loaded: half of a change need not run.
 */
export async function putBackTorn(root: string): Promise<void> {
  const tree = new SourceTree(root.replace(/\/$/, ''))
  if (!existsSync(Journal.folderOf(tree))) return
  const giveBack = await takeTree(tree)
  if (!giveBack) return
  try {
    await new Journal(tree).recover()
  } finally {
    await giveBack()
  }
}
