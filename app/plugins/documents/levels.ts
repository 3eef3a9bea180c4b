/** What somebody may do with the content of a document, the least first. */
export const LEVELS = ['view', 'comment', 'review', 'fill', 'edit'] as const
export type Level = (typeof LEVELS)[number]

/** To fill in forms is no more than to comment, and no less: neither brings the other along. */
const INCLUDED: Record<Level, readonly Level[]> = {
  view: ['view'],
  comment: ['comment', 'view'],
  review: ['review', 'comment', 'view'],
  fill: ['fill', 'view'],
  edit: ['edit', 'review', 'comment', 'fill', 'view'],
}

/** The levels with all that they bring along. */
export function allOf(levels: Iterable<Level>): Set<Level> {
  return new Set([...levels].flatMap((level) => INCLUDED[level]))
}

/** The levels that bring `level` along, itself among them. */
export function levelsWith(level: Level): Level[] {
  return LEVELS.filter((one) => INCLUDED[one].includes(level))
}
