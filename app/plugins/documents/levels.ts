/** Levels of access to the content of a document, the lowest first. */
export const LEVELS = ['view', 'comment', 'review', 'fill', 'edit'] as const
export type Level = (typeof LEVELS)[number]

/** Levels that a level includes; filling in forms and commenting do not include each other. */
const INCLUDED: Record<Level, readonly Level[]> = {
  view: ['view'],
  comment: ['comment', 'view'],
  review: ['review', 'comment', 'view'],
  fill: ['fill', 'view'],
  edit: ['edit', 'review', 'comment', 'fill', 'view'],
}

/** The levels, with all that they include. */
export function allOf(levels: Iterable<Level>): Set<Level> {
  return new Set([...levels].flatMap((level) => INCLUDED[level]))
}

/** The levels that include a level. */
export function levelsWith(level: Level): Level[] {
  return LEVELS.filter((one) => INCLUDED[one].includes(level))
}
