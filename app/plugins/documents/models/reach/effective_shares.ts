import type { Dialect } from '#kernel/database/main'
import { oneOfIds, type Predicate } from '#kernel/data_scope/main'
import type { ActingOperator } from '#kernel/acting/main'
import { Department } from '#plugins/identity/main'
import DocumentShare from '../document_share.js'
import { allOf, type Level } from '../../levels.js'
import { lasting } from './lasting.js'

/** What shares of a user, their department and their roles are found by. */
export interface Member {
  readonly id: number
  readonly departmentId: number | null
  /** Ids of their roles. */
  readonly roles: readonly number[]
}

export function memberOf({ operator, roles }: Pick<ActingOperator, 'operator' | 'roles'>): Member {
  return { id: operator.id, departmentId: operator.departmentId, roles }
}

/** A department's share does not count for departments below it. */
export function isMeant(
  { id, departmentId, roles }: Member,
  { subjectType, subjectId }: Pick<DocumentShare, 'subjectType' | 'subjectId'>
): boolean {
  if (subjectType === 'user') return subjectId === id
  return subjectType === 'department' ? subjectId === departmentId : roles.includes(subjectId)
}

/** Selects the ids of documents that are shared with somebody at one of these levels. */
export function documentsSharedWith(
  member: Member,
  levels: readonly Level[],
  dialect: Dialect
): Predicate {
  const meant = meantBy(member, dialect)
  const { sql, bindings } = effective()
  const sufficient = levels.map((level) => `'${level}'`).join(', ')
  return {
    sql: `select document_id from document_shares where (${meant.sql}) and level in (${sufficient}) and ${sql}`,
    bindings: [...meant.bindings, ...bindings],
  }
}

/** `isMeant` as SQL. */
function meantBy({ id, departmentId, roles }: Member, dialect: Dialect): Predicate {
  const among = oneOfIds('subject_id', roles, dialect)
  const ofRoles = roles.length > 0 ? ` or subject_type = 'role' and ${among.sql}` : ''
  return {
    sql: `subject_type = 'user' and subject_id = ? or subject_type = 'department' and subject_id = ?${ofRoles}`,
    bindings: [id, departmentId ?? NO_DEPARTMENT, ...(ofRoles ? among.bindings : [])],
  }
}

const NO_DEPARTMENT = 0

export function effectiveSharesOf(...documentIds: number[]): Promise<DocumentShare[]> {
  return sharesOf(documentIds, effective())
}

/** Shares that have not ended, effective or not. */
export function lastingSharesOf(documentId: number): Promise<DocumentShare[]> {
  return sharesOf([documentId], lasting())
}

function sharesOf(documentIds: number[], { sql, bindings }: Predicate): Promise<DocumentShare[]> {
  return DocumentShare.query()
    .whereIn('documentId', documentIds)
    .whereRaw(sql, [...bindings])
    .orderBy('id')
}

/** Neither ended nor with a disabled department. Members do not list disabled roles. */
function effective(): Predicate {
  const { sql, bindings } = lasting()
  const disabled = `select id from ${Department.table} where status = 'disabled'`
  return {
    sql: `${sql} and (subject_type <> 'department' or subject_id not in (${disabled}))`,
    bindings,
  }
}

export function levelsThrough(shares: readonly DocumentShare[], member: Member): Set<Level> {
  const meant = shares.filter((share) => isMeant(member, share))
  return allOf(meant.map(({ level }) => level))
}
