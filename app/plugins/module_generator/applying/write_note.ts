import type { ChangeAccount } from '../history.js'
import type { ModuleSpec } from '../plan/module_spec.js'

/** What is left to do for a change of the tree that was carried out, should its process be killed. */
export interface WriteNote {
  name: string
  snake: string
  action: 'apply' | 'regenerate' | 'undo'
  plan: ModuleSpec['plan']
  /** All of the module's, oldest first. */
  migrations: string[]
  /** Those of them that come with this change. */
  added: string[]
  /** As rendered; when undoing, the migrations that are to be reversed. */
  files: { path: string; content: string }[]
  /** What has conflict marks in it does not run before somebody settles them. */
  runs: boolean
  account: ChangeAccount
}

/** Whether its table was there before the module, and is neither made nor dropped. */
export function isOverExisting({ plan }: WriteNote): boolean {
  return plan.table?.existing ?? false
}
