import type { RoleRecord } from '../snapshot/access_snapshot.js'
import type { Explanation } from '../transformers/explanation_transformer.js'
import type { CaseOfAccess } from './case_of_access.js'
import { reachInWords } from './scope_words.js'

/** A role of the user, and what it has to do with the permission. */
type RoleInPlay = Explanation['roles'][number]

export function rolesInPlay(of: CaseOfAccess): Promise<RoleInPlay[]> {
  return Promise.all(of.roles.map((role) => inPlay(role, of)))
}

async function inPlay(role: RoleRecord, of: CaseOfAccess): Promise<RoleInPlay> {
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
export function carries(role: RoleRecord, { held, permission }: CaseOfAccess): boolean {
  return role.builtIn || held.snapshot.carriedBy(role).has(permission)
}

function reasonOf(role: RoleRecord, of: CaseOfAccess): string {
  if (!role.enabled) return 'The role is disabled'
  if (role.builtIn) return 'The role holds everything'
  if (role.granted.has(of.permission)) return 'One of its menus or buttons carries the permission'
  if (carries(role, of)) return 'The menu or button that carries the permission is disabled'
  return 'None of its menus and buttons carries the permission'
}
