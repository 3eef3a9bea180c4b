/** Both ends inclusive. */
export interface ByteRange {
  first: number
  last: number
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
