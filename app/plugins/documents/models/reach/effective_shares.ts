import type { Dialect } from '#kernel/database/dialect'
import { oneOfIds, type Predicate } from '#kernel/data_scope/predicate'
import { Department } from '#plugins/identity/main'
import DocumentShare from '../document_share.js'
import { allOf, type Level } from '../../levels.js'
import { lasting } from './lasting.js'
import { isMeant, type Member } from './member.js'

/** Ids of the documents shared with somebody at one of these levels, by shares that count. */
export function documentsSharedWith(
  member: Member,
  levels: readonly Level[],
  dialect: Dialect
): Predicate {
  const meant = meantBy(member, dialect)
  const open = counting()
  const sufficient = levels.map((level) => `'${level}'`).join(', ')
  return {
    sql: `select document_id from document_shares where (${meant.sql}) and level in (${sufficient}) and ${open.sql}`,
    bindings: [...meant.bindings, ...open.bindings],
  }
}

function meantBy({ id, departmentId, roles }: Member, dialect: Dialect): Predicate {
  const ways: Predicate[] = [named('user', { sql: 'subject_id = ?', bindings: [id] })]
  if (departmentId !== null)
    ways.push(named('department', { sql: 'subject_id = ?', bindings: [departmentId] }))
  if (roles.length > 0) ways.push(named('role', oneOfIds('subject_id', roles, dialect)))
  return {
    sql: ways.map(({ sql }) => sql).join(' or '),
    bindings: ways.flatMap(({ bindings }) => bindings),
  }
}

function named(type: DocumentShare['subjectType'], { sql, bindings }: Predicate): Predicate {
  return { sql: `subject_type = '${type}' and ${sql}`, bindings }
}

/** Shares of documents that count. They are few of each. */
export function effectiveSharesOf(...documentIds: number[]): Promise<DocumentShare[]> {
  return sharesOf(documentIds, counting())
}

/** Those that have not ended, whether they count or not. */
export function lastingSharesOf(documentId: number): Promise<DocumentShare[]> {
  return sharesOf([documentId], lasting())
}

function sharesOf(documentIds: number[], { sql, bindings }: Predicate): Promise<DocumentShare[]> {
  return DocumentShare.query()
    .whereIn('documentId', documentIds)
    .whereRaw(sql, [...bindings])
    .orderBy('id')
}

/** Not ended, and not with a department that is disabled; roles that are, nobody is known to have. */
function counting(): Predicate {
  const { sql, bindings } = lasting()
  const disabled = `select id from ${Department.table} where status = 'disabled'`
  return {
    sql: `${sql} and (subject_type <> 'department' or subject_id not in (${disabled}))`,
    bindings,
  }
}

/** What a document's shares let somebody do with it. */
export function levelsThrough(shares: readonly DocumentShare[], member: Member): Set<Level> {
  const meant = shares.filter((share) => isMeant(member, share))
  return allOf(meant.map(({ level }) => level))
}
