import { labelsOf } from '#kernel/listing/main'
import { Role } from '#plugins/access/main'
import { Department, User } from '#plugins/identity/main'
import type DocumentShare from '../document_share.js'
import type { SubjectType } from '../document_share.js'

type Named = Pick<DocumentShare, 'subjectType' | 'subjectId' | 'sharedBy'>

/** Names in shares; `null` for a row that is gone. */
export interface ShareNames {
  subject(share: Named): string | null
  sharer(share: Named): string | null
}

export async function namesOf(shares: readonly Named[]): Promise<ShareNames> {
  const idsOf = (type: SubjectType) =>
    shares.filter(({ subjectType }) => subjectType === type).map(({ subjectId }) => subjectId)
  const sharers = shares.flatMap(({ sharedBy }) => sharedBy ?? [])
  const names: Record<SubjectType, ReadonlyMap<number, string>> = {
    user: await labelsOf(User, 'nickname', [...idsOf('user'), ...sharers]),
    department: await labelsOf(Department, 'name', idsOf('department')),
    role: await labelsOf(Role, 'name', idsOf('role')),
  }
  return {
    subject: ({ subjectType, subjectId }) => names[subjectType].get(subjectId) ?? null,
    sharer: ({ sharedBy }) => names.user.get(sharedBy ?? 0) ?? null,
  }
}
