import type { FurtherReach } from '#kernel/data_scope/main'
import { say, type Text } from '#kernel/languages/main'
import { LEVEL_PERMISSIONS, LEVEL_WORDS, levelsWith, type Level } from '../../levels.js'
import { documentPermissions } from '../../permissions.js'
import type DocumentShare from '../document_share.js'
import type { SubjectType } from '../document_share.js'
import { documentsSharedWith, effectiveSharesOf, isMeant, memberOf } from './effective_shares.js'
import { namesOf, type ShareNames } from './share_names.js'

/** The level that a share needs for each permission; through other permissions no share counts. */
const LEVEL_FOR = new Map<string, Level>([
  [documentPermissions.list.code, 'view'],
  ...LEVEL_PERMISSIONS.map(([level, { code }]) => [code, level] as const),
])

/** Shared documents, except in the trash. */
export const sharedRows: FurtherReach = {
  words: say`documents that are shared with the user`,
  remedy: say`Share the document with the user, their department or one of their roles`,
  rows({ acting, dialect, column }) {
    const level = LEVEL_FOR.get(acting.permission)
    if (!level) return null
    const keys = documentsSharedWith(memberOf(acting), levelsWith(level), dialect)
    return { keys, only: { sql: `${column('deleted_at')} is null`, bindings: [] } }
  },
  async reasons(acting, id) {
    const needed = LEVEL_FOR.get(acting.permission)
    if (!needed) return []
    const [member, levels] = [memberOf(acting), levelsWith(needed)]
    const shares = (await effectiveSharesOf(id)).filter(
      (share) => isMeant(member, share) && levels.includes(share.level)
    )
    const names = await namesOf(shares)
    return shares.map((share) => reasonOf(share, names))
  },
}

function reasonOf(share: DocumentShare, names: ShareNames): Text {
  const { id, subjectType, subjectId, level, endsAt } = share
  const whom = SUBJECTS[subjectType](names.subject(share) ?? subjectId)
  const by = names.sharer(share)
  const until = endsAt ? say` until ${endsAt.toUTC().toISO()}` : ''
  const sharer = by ? say`; ${by} shared it` : ''
  return say`Share ${id} hands it to ${whom} ${LEVEL_WORDS[level]}${until}${sharer}`
}

const SUBJECTS: Readonly<Record<SubjectType, (name: string | number) => Text>> = {
  user: (name) => say`the user "${name}"`,
  department: (name) => say`the department "${name}"`,
  role: (name) => say`the role "${name}"`,
}
