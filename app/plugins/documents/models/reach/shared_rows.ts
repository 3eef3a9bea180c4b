import type { FurtherReach } from '#kernel/data_scope/further_reach'
import { LEVEL_PERMISSIONS } from './level_permissions.js'
import { levelsWith, type Level } from '../../levels.js'
import { documentPermissions } from '../../permissions.js'
import { documentsSharedWith } from './effective_shares.js'
import { memberOf } from './member.js'
import { shareReasons } from './share_reasons.js'

/** At which level a document has to be shared to be reached through a permission; through the others no share helps. */
const LEVEL_FOR = new Map<string, Level>([
  [documentPermissions.list.code, 'view'],
  ...LEVEL_PERMISSIONS.map(([level, { code }]) => [code, level] as const),
])

/** Documents that are shared, and not deleted: what lies in the trash is out of everybody's hands. */
export const sharedRows: FurtherReach = {
  words: 'documents that are shared with the user',
  remedy: 'Share the document with the user, their department or one of their roles',
  rows({ acting, dialect, column }) {
    const level = LEVEL_FOR.get(acting.permission)
    if (!level) return null
    const keys = documentsSharedWith(memberOf(acting), levelsWith(level), dialect)
    return { keys, only: { sql: `${column('deleted_at')} is null`, bindings: [] } }
  },
  async reasons(acting, id) {
    const level = LEVEL_FOR.get(acting.permission)
    return level ? shareReasons(id, memberOf(acting), levelsWith(level)) : []
  },
}
