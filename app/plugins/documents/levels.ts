import type { Permission } from '#kernel/permissions/main'
import { say, type Text } from '#kernel/languages/main'
import { documentPermissions } from './permissions.js'

/** What somebody may do with the content of a document, the least first. */
export const LEVELS = ['view', 'comment', 'review', 'fill', 'edit'] as const
export type Level = (typeof LEVELS)[number]

/** Neither of `comment` and `fill` includes the other. */
const INCLUDED: Record<Level, readonly Level[]> = {
  view: ['view'],
  comment: ['comment', 'view'],
  review: ['review', 'comment', 'view'],
  fill: ['fill', 'view'],
  edit: ['edit', 'review', 'comment', 'fill', 'view'],
}

export const LEVEL_WORDS: Readonly<Record<Level, Text>> = {
  view: say`to look at`,
  comment: say`to comment on`,
  review: say`to propose changes to`,
  fill: say`to fill in`,
  edit: say`to edit`,
}

export const LEVEL_PERMISSIONS: readonly (readonly [Level, Permission])[] = [
  ['edit', documentPermissions.edit],
  ['review', documentPermissions.propose],
  ['comment', documentPermissions.comment],
  ['fill', documentPermissions.fill],
  ['view', documentPermissions.show],
]

/** The levels with all that they include. */
export function allOf(levels: Iterable<Level>): Set<Level> {
  return new Set([...levels].flatMap((level) => INCLUDED[level]))
}

/** The levels that include `level`, itself among them. */
export function levelsWith(level: Level): Level[] {
  return LEVELS.filter((one) => INCLUDED[one].includes(level))
}
