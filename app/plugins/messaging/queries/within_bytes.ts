import type { Entry } from '../entries/entry.js'

/** Of one page: whoever wants more asks for the next. */
export const PAGE_BYTES = 512 * 1024

type Contents = Pick<Entry, 'content'>

/** The first ones whose contents fit, and one in any case. */
export function firstWithin<One extends Contents>(entries: One[], most: number): One[] {
  let left = most
  const first = entries.findIndex(({ content }) => {
    const fits = left > 0
    left -= Buffer.byteLength(content ?? '')
    return !fits
  })
  return first < 0 ? entries : entries.slice(0, first)
}

/** The last ones whose contents fit, and one in any case. */
export function lastWithin<One extends Contents>(entries: One[], most: number): One[] {
  return firstWithin(entries.toReversed(), most).toReversed()
}
