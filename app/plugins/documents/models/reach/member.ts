import type { ActingOperator } from '#kernel/operator/acting'
import type DocumentShare from '../document_share.js'

/** As whom shares reach somebody. */
export interface Member {
  readonly id: number
  readonly departmentId: number | null
  /** Ids of their roles. */
  readonly roles: readonly number[]
}

export function memberOf({
  operator,
  roles = [],
}: Pick<ActingOperator, 'operator' | 'roles'>): Member {
  return { id: operator.id, departmentId: operator.departmentId, roles }
}

type Subject = Pick<DocumentShare, 'subjectType' | 'subjectId'>

/** A department's are those who work in it, not those who work beneath it. */
export function isMeant(
  { id, departmentId, roles }: Member,
  { subjectType, subjectId }: Subject
): boolean {
  if (subjectType === 'user') return subjectId === id
  return subjectType === 'department' ? subjectId === departmentId : roles.includes(subjectId)
}
