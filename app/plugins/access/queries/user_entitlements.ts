import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { type Sayable, type Text } from '#kernel/languages/main'
import { EntitlementsBook, type MenuNode, operatorOf, User } from '#plugins/identity/main'
import { reachInWords } from '../explain/scope_words.js'
import type { RoleRecord } from '../snapshot/access_snapshot.js'
import { GrantCache, roleIdsOf } from '../snapshot/grant_cache.js'
import type { Grants } from '../snapshot/grants.js'
import type { UserEntitlementsView } from '../transformers/entitlements_transformer.js'

type SaidEntitlements = Sayable<Omit<UserEntitlementsView, 'menus'>> & { menus: MenuNode[] }

/** All that a user holds: what they are shown, and which role each permission comes from. */
@inject()
export class UserEntitlements {
  constructor(
    private readonly book: EntitlementsBook,
    private readonly grants: GrantCache
  ) {}

  /** @throws E_NOT_FOUND for one who is not there or not within reach */
  async find(userId: number): Promise<SaidEntitlements> {
    const user = await User.find(userId)
    if (!user) throw new E_NOT_FOUND('There is no such user')
    const { id, username, nickname, status } = user
    const operator = operatorOf(user)
    const [{ permissions, menus }, held] = [
      await this.book.of(operator),
      await this.grants.of(operator),
    ]
    const roles = held.snapshot.rolesOf(await roleIdsOf(id, db.connection()))
    return {
      user: { id, username, nickname, status },
      roles: await Promise.all(roles.map((role) => roleOf(role, held))),
      permissions: await permissionsOf(permissions, held),
      menus,
    }
  }
}

async function roleOf(role: RoleRecord, { snapshot, person }: Grants) {
  const { id, code, name, enabled, builtIn, dataScope, departmentIds } = role
  return {
    id,
    code,
    name,
    status: enabled ? ('enabled' as const) : ('disabled' as const),
    builtIn,
    dataScope,
    departmentIds: [...departmentIds],
    scope: await reachInWords(snapshot.reachThrough(role, person)),
  }
}

/** Few combinations of roles grant many permissions, and each is put into words once. */
async function permissionsOf(codes: readonly string[], held: Grants) {
  const scopes = new Map<string, Promise<Text>>()
  const found = codes.flatMap((code) => {
    const grant = held.grantOf(code)
    if (!grant) return []
    const roles = held.grantors(code).map((role) => role.code)
    const scope = scopes.get(roles.join()) ?? reachInWords(grant.reach)
    scopes.set(roles.join(), scope)
    return [{ code, roles, scope }]
  })
  return Promise.all(found.map(async (one) => ({ ...one, scope: await one.scope })))
}
