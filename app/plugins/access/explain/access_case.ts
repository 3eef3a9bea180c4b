import type { FurtherReach, TableScope, RowOwnership } from '#kernel/data_scope/main'
import type { Grant } from '#kernel/permissions/main'
import { type Said, type Sayable, say } from '#kernel/languages/main'
import type { User } from '#plugins/identity/main'
import type { RoleRecord } from '../snapshot/access_snapshot.js'
import type { Grants } from '../snapshot/grants.js'
import type { Explanation } from '../transformers/explanation_transformer.js'
import { reachInWords } from './scope_words.js'

/** What is to be explained: somebody, a permission, and perhaps a row. */
export interface AccessCase {
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
  through: readonly Said[]
}

export function isAllowed({ user, grant, row }: AccessCase): boolean {
  return user.status === 'enabled' && grant !== null && (row === null || row.reached)
}

/** A role of the user, and why it grants the permission or does not. */
type ExplainedRole = Sayable<Explanation['roles'][number]>

export function explainRoles(of: AccessCase): Promise<ExplainedRole[]> {
  return Promise.all(of.roles.map((role) => explainRole(role, of)))
}

async function explainRole(role: RoleRecord, of: AccessCase): Promise<ExplainedRole> {
  const { id, code, name, enabled } = role
  const grants = grantsNow(role, of.permission)
  const reach = of.held.snapshot.reachThrough(role, of.user)
  return {
    id,
    code,
    name,
    status: enabled ? 'enabled' : 'disabled',
    grants,
    because: reasonOf(role, of),
    scope: grants ? await reachInWords(reach) : null,
  }
}

export function grantsNow({ enabled, builtIn, granted }: RoleRecord, permission: string): boolean {
  return enabled && (builtIn || granted.has(permission))
}

/** Whether it would grant the permission if the role, and the menu that carries it, were enabled. */
export function carries(role: RoleRecord, { held, permission }: AccessCase): boolean {
  return role.builtIn || held.snapshot.carriedBy(role).has(permission)
}

function reasonOf(role: RoleRecord, of: AccessCase): Said {
  if (!role.enabled) return say`The role is disabled`
  if (role.builtIn) return say`The role holds everything`
  if (role.granted.has(of.permission))
    return say`One of its menus or buttons carries the permission`
  if (carries(role, of)) return say`The menu or button that carries the permission is disabled`
  return say`None of its menus and buttons carries the permission`
}
