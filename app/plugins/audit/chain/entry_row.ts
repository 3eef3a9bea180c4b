import { randomBytes } from 'node:crypto'
import type { AuditRecord, Change } from '#kernel/auditing/main'
import { storedMillis, toStored } from '#kernel/database/main'
import { clock } from '#kernel/state/main'
import type { AuditKey } from './audit_key.js'

/** What an entry tells of the rows; removed where it tells of somebody whose personal data were erased. */
export interface Details {
  name: string | null
  before: Change['before']
  after: Change['after']
  /** The values are left out, for there are too many of them. */
  omitted?: true
}

/** As it lies in the database. */
export interface EntryRow {
  id: number
  created_at: unknown
  actor_id: number | null
  department_id: number | null
  permission: string | null
  system_reason: string | null
  operation: string | null
  request_id: string | null
  address: string | null
  outcome: string
  reason: string | null
  action: string
  subject_type: string
  subject_id: string | null
  details: string | null
  details_digest: string | null
  address_digest: string | null
  /** Tells entries of the same content apart. */
  nonce: string
  mac: string
  seal_no: number | null
  seal: string | null
}

export type NewEntryRow = Omit<EntryRow, 'id' | 'seal_no' | 'seal' | 'created_at'> & {
  created_at: string
}

/** Characters of the details of one entry. */
const MOST_DETAILS = 16_000

/** The row of an entry, authenticated by the key. */
export function rowOf(record: AuditRecord, key: AuditKey, at: number = clock.now()): NewEntryRow {
  const details = detailsOf(record)
  const address = cut(record.address, 64)
  const row = {
    created_at: toStored(at),
    actor_id: record.actorId,
    department_id: record.departmentId,
    permission: cut(record.permission, 150),
    system_reason: cut(record.systemReason, 255),
    operation: cut(record.operation, 255),
    request_id: cut(record.requestId, 100),
    address,
    outcome: record.outcome,
    reason: cut(record.reason, 64),
    action: cut(record.action, 64)!,
    subject_type: cut(record.type, 64)!,
    subject_id: record.id === null ? null : cut(String(record.id), 64),
    details,
    details_digest: digestOf(details, key),
    address_digest: digestOf(address, key),
    nonce: randomBytes(8).toString('hex'),
  }
  return { ...row, mac: key.sign(contentOf(row)) }
}

/** What the code `mac` of an entry is made of. Details and address go into it by their digests, so that they can be erased. */
export function contentOf(row: Omit<EntryRow, 'id' | 'mac' | 'seal_no' | 'seal'>): unknown[] {
  return [
    ...[storedMillis(row.created_at), row.actor_id, row.department_id, row.permission],
    ...[row.system_reason, row.operation, row.request_id, row.outcome, row.reason],
    ...[row.action, row.subject_type, row.subject_id, row.details_digest, row.address_digest],
    row.nonce,
  ]
}

/** What the seal of an entry is made of: all before it, its place, and itself. */
export function placeOf({ id, mac }: EntryRow, no: number, previousSeal: string): unknown[] {
  return [previousSeal, no, Number(id), mac]
}

export function digestOf(text: string | null, key: AuditKey): string | null {
  return text === null ? null : key.sign([text])
}

function detailsOf({ name = null, before = null, after = null }: AuditRecord): string | null {
  if (name === null && before === null && after === null) return null
  const details = JSON.stringify({ name, before, after } satisfies Details)
  if (details.length <= MOST_DETAILS) return details
  return JSON.stringify({ name, before: null, after: null, omitted: true } satisfies Details)
}

function cut(text: string | null, length: number): string | null {
  return text === null ? null : text.slice(0, length)
}
