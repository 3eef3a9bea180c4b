import app from '@adonisjs/core/services/app'
import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import {
  furtherAdmits,
  type FurtherReach,
  conditionInWords,
  rowWithin,
  scopedTables,
  scopeOfTable,
  type TableScope,
} from '#kernel/data_scope/main'
import { E_NOT_FOUND, E_VALIDATION } from '#kernel/errors/main'
import { currentActing } from '#kernel/acting/main'
import { permissionCatalogue, type PluginManifest } from '#kernel/plugins/main'
import type { Grant } from '#kernel/permissions/main'
import { type Sayable, say, type Text } from '#kernel/languages/main'
import { operatorOf, User } from '#plugins/identity/main'
import { AccessCache } from '../snapshot/access_cache.js'
import { Grants } from '../snapshot/grants.js'
import { roleIdsOf } from '../snapshot/grant_cache.js'
import type { AccessSnapshot } from '../snapshot/access_snapshot.js'
import type { Explanation } from '../transformers/explanation_transformer.js'
import { explainRoles, isAllowed, type AccessCase, type ExplainedRow } from './access_case.js'
import { remediesFor } from './remedies.js'
import { reachInWords, together } from './scope_words.js'

export interface AccessQuestion {
  userId: number
  permission: string
  /** Table of a scoped model. */
  resource?: string
  id?: number
}

const ANY_COLUMNS = { owner: 'owner', department: 'department' }

/** Why somebody may, or may not, exercise a permission, on rows of a kind or on one of them. */
@inject()
export class ExplainAccess {
  constructor(private readonly snapshots: AccessCache) {}

  /** @throws E_NOT_FOUND for a user or a row that whoever asks does not reach, E_VALIDATION */
  async handle(question: AccessQuestion): Promise<Sayable<Explanation>> {
    const of = await this.#caseOf(question)
    const { user, permission, grant, scope, further, row } = of
    return {
      allowed: isAllowed(of),
      user: { id: user.id, username: user.username, status: user.status },
      permission,
      granted: grant !== null,
      roles: await explainRoles(of),
      scope: grant && (await scopeInWords(grant, further)),
      predicate: grant && conditionInWords(grant.reach, scope ?? ANY_COLUMNS),
      row: row && { resource: scope!.table, id: row.id, reached: row.reached },
      through: [...(row?.through ?? [])],
      remedies: remediesFor(of),
    }
  }

  async #caseOf({ userId, permission, resource, id }: AccessQuestion): Promise<AccessCase> {
    const user = await User.find(userId)
    if (!user) throw new E_NOT_FOUND('There is no such user')

    const snapshot = await this.snapshots.current()
    const roles = snapshot.rolesOf(await roleIdsOf(userId, db.connection()))
    const held = new Grants(snapshot, { id: user.id, departmentId: user.departmentId }, roles)
    const grant = held.grantOf(permission)
    const scope = resource === undefined ? null : scopeNamed(resource)
    const row = scope && id !== undefined ? await rowFor(user, permission, grant, scope, id) : null
    const further = furtherFor(user, permission, grant, scope)
    const known = isKnown(permission, snapshot)
    return { user, permission, known, held, roles, grant, scope, further, row }
  }
}

async function scopeInWords({ reach }: Grant, further: FurtherReach | null): Promise<Text> {
  const words = await reachInWords(reach)
  return further ? together(words, further.words) : words
}

/** Nobody learns here of rows that they do not reach themselves. */
async function rowFor(
  user: User,
  permission: string,
  grant: Grant | null,
  scope: TableScope,
  id: number
): Promise<ExplainedRow> {
  const row = await rowWithin(scope, id, currentActing(), db.connection())
  if (!row) throw new E_NOT_FOUND('There is no such row')
  if (!grant) return { ...row, id, reached: false, through: [] }

  const acting = actingAs(user, permission, grant)
  const reached = (await rowWithin(scope, id, acting, db.connection())) !== null
  const through = (await scope.further?.reasons(acting, id)) ?? []
  return { ...row, id, reached, through }
}

function actingAs(user: User, permission: string, grant: Grant) {
  return { kind: 'operator' as const, operator: operatorOf(user), permission, ...grant }
}

function furtherFor(
  user: User,
  permission: string,
  grant: Grant | null,
  scope: TableScope | null
): FurtherReach | null {
  if (!grant || grant.reach.kind === 'all' || !scope?.further) return null
  return furtherAdmits(scope.further, actingAs(user, permission, grant)) ? scope.further : null
}

function scopeNamed(resource: string): TableScope {
  const scope = scopeOfTable(resource)
  if (scope) return scope
  const message = say`The resource field must be one of: ${scopedTables().sort().join(', ')}`
  throw new E_VALIDATION(undefined, { errors: [{ field: 'resource', rule: 'enum', message }] })
}

function isKnown(permission: string, snapshot: AccessSnapshot): boolean {
  const plugins = app.config.get<readonly PluginManifest[]>('plugins')
  if (permissionCatalogue(plugins).some(({ code }) => code === permission)) return true
  return [...snapshot.menus.all()].some((menu) => menu.permission === permission)
}
