import type { Readable } from 'node:stream'

/** Both ends inclusive. */
export interface ByteRange {
  first: number
  last: number
}

/** What is asked of a driver beyond the framework's contract. */
export interface RangedDriver {
  /** Whether it is one of this machine. */
  readonly isFolder: boolean
  getRange(key: string, range: ByteRange): Promise<Readable>
  /** Where a file of this machine can be taken over as it lies. */
  putFile?(key: string, path: string): Promise<void>
  /** Fails where nothing can be written. */
  probe?(): Promise<void>
}

export type RequestedRange = ByteRange | 'whole' | 'unsatisfiable'

const ONE_RANGE = /^bytes=(\d*)-(\d*)$/

/**
 * What a `Range` header asks of a file. Several ranges at once, other units and what cannot be read are answered
 * with the whole file, as RFC 9110 allows.
 */
export function requestedRange(header: string | undefined, size: number): RequestedRange {
  const [, from = '', to = ''] = ONE_RANGE.exec(header?.trim() ?? '') ?? []
  if (from === '' && to === '') return 'whole'
  if (from === '') return lastBytes(Number(to), size)

  const first = Number(from)
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < first) return 'whole'
  return first < size ? { first, last } : 'unsatisfiable'
}

function lastBytes(count: number, size: number): RequestedRange {
  if (count === 0 || size === 0) return 'unsatisfiable'
  return { first: Math.max(0, size - count), last: size - 1 }
}
