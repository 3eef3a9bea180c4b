import { decodeCursor, encodeCursor, refuseCursor } from '#kernel/listing/main'
import { isIdentifier } from '#kernel/contracts/main'

export interface PageQuery {
  page?: number
  pageSize?: number
}

export function pageOf({ page = 1, pageSize = 20 }: PageQuery) {
  return { page, pageSize, offset: (page - 1) * pageSize }
}

const NEWEST_FIRST = [{ name: 'id', descending: true }]

/** Where to go on in what is listed from the newest message on: before this one. */
export function cursorBefore(id: number): string {
  return encodeCursor(NEWEST_FIRST, [id])
}

/** @throws E_VALIDATION */
export function idBefore(cursor: string): number {
  const [id] = decodeCursor(cursor, NEWEST_FIRST)
  return typeof id === 'number' && isIdentifier(id) ? id : refuseCursor()
}
