import { decodeCursor, encodeCursor, refuseCursor } from '#kernel/listing/main'
import { isIdentifier } from '#kernel/contracts/main'
import type { Entry } from '../entries/entry.js'

export interface PageQuery {
  page?: number
  pageSize?: number
}

export function pageOf({ page = 1, pageSize = 20 }: PageQuery) {
  return { page, pageSize, offset: (page - 1) * pageSize }
}

const NEWEST_FIRST = [{ name: 'id', descending: true }]

/** Cursor of a list from the newest message to the oldest: the next page is of messages before this one. */
export function cursorBefore(id: number): string {
  return encodeCursor(NEWEST_FIRST, [id])
}

/** @throws E_VALIDATION */
export function idBefore(cursor: string): number {
  const [id] = decodeCursor(cursor, NEWEST_FIRST)
  return typeof id === 'number' && isIdentifier(id) ? id : refuseCursor()
}

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
