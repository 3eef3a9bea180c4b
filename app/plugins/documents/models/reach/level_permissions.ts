import type { Permission } from '#kernel/permissions/define_permissions'
import { documentPermissions } from '../../permissions.js'
import type { Level } from '../../levels.js'

/** The permission that stands for each level, the strongest first. */
export const LEVEL_PERMISSIONS: readonly (readonly [Level, Permission])[] = [
  ['edit', documentPermissions.edit],
  ['review', documentPermissions.propose],
  ['comment', documentPermissions.comment],
  ['fill', documentPermissions.fill],
  ['view', documentPermissions.show],
]
