import type { SortKey } from '#kernel/contracts/main'
import { E_VALIDATION } from '#kernel/errors/main'
import type { KeyValue } from './keyset.js'

/** The end of year 9999, which is as far as columns go. */
const LATEST = 253_402_300_799_999

type Encoded = string | number | boolean | null | ['moment', number]

/** Where a page ended: opaque to clients, and good only for the sort it was made under. */
export function encodeCursor(sort: readonly SortKey[], values: readonly KeyValue[]): string {
  const written = values.map((value): Encoded =>
    value instanceof Date ? ['moment', value.getTime()] : value
  )
  return Buffer.from(JSON.stringify([signatureOf(sort), ...written])).toString('base64url')
}

/** @throws E_VALIDATION for text that is no cursor, or one of another sort */
export function decodeCursor(cursor: string, sort: readonly SortKey[]): KeyValue[] {
  const [signature, ...values] = parsed(cursor)
  if (signature !== signatureOf(sort) || values.length !== sort.length) refuseCursor()
  return values.map(decodeValue)
}

export function refuseCursor(): never {
  throw new E_VALIDATION(undefined, {
    errors: [
      {
        field: 'cursor',
        rule: 'cursor',
        message: 'The cursor does not belong to this list and sort',
      },
    ],
  })
}

function signatureOf(sort: readonly SortKey[]): string {
  return sort.map(({ name, descending }) => (descending ? `-${name}` : name)).join(',')
}

function parsed(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

function decodeValue(value: unknown): KeyValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  if (Array.isArray(value) && value[0] === 'moment' && isMoment(value[1])) return new Date(value[1])
  return refuseCursor()
}

function isMoment(value: unknown): value is number {
  return Number.isSafeInteger(value) && Math.abs(value as number) <= LATEST
}
