import type { FurtherReach, TableScope, RowOwnership } from '#kernel/data_scope/main'
import type { Grant } from '#kernel/permissions/main'
import type { User } from '#plugins/identity/main'
import type { Grants } from '../snapshot/grants.js'
import type { RoleRecord } from '../snapshot/access_snapshot.js'

/** What is to be explained: somebody, a permission, and perhaps a row. */
export interface CaseOfAccess {
  user: User
  permission: string
  /** Whether a mounted plugin, or a menu, knows the permission. */
  known: boolean
  held: Grants
  /** All of the user's roles, disabled ones too. */
  roles: readonly RoleRecord[]
  grant: Grant | null
  scope: TableScope | null
  /** How rows reach the user beside the scope of their roles, where the permission admits it. */
  further: FurtherReach | null
  row: ExplainedRow | null
}

export interface ExplainedRow extends RowOwnership {
  id: number
  reached: boolean
  /** Why the user reaches it beside the scope of their roles, a sentence for each reason. */
  through: readonly string[]
}

export function isAllowed({ user, grant, row }: CaseOfAccess): boolean {
  return user.status === 'enabled' && grant !== null && (row === null || row.reached)
}
