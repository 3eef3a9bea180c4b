import type { DateTime } from 'luxon'
import { contains } from '#kernel/listing/main'
import type { Predicate } from '#kernel/data_scope/main'
import { type Dialect, toStored } from '#kernel/database/main'
import type { ContentType } from '../models/message.js'

/** What messages are looked for by; all of it holds of each. */
export interface Sought {
  readonly keyword?: string | undefined
  readonly senderId?: number | undefined
  readonly contentType?: ContentType | undefined
  readonly createdAtFrom?: DateTime | undefined
  readonly createdAtTo?: DateTime | undefined
}

/**
 * A keyword is compared as the filter of a column is, but with JSON: what it finds among names of members and escapes there is no hit yet.
 */
export function searchCondition(sought: Sought, dialect: Dialect): Predicate {
  const conditions: Predicate[] = [{ sql: 'recalled_at is null', bindings: [] }]
  const add = (sql: string, value: string | number | undefined) => {
    if (value !== undefined) conditions.push({ sql, bindings: [value] })
  }
  const { senderId, contentType, createdAtFrom, createdAtTo, keyword } = sought
  add('sender_id = ?', senderId)
  add('content_type = ?', contentType)
  add('created_at >= ?', createdAtFrom && toStored(createdAtFrom))
  add('created_at <= ?', createdAtTo && toStored(createdAtTo))
  if (keyword !== undefined) {
    conditions.push({ sql: `content_type <> 'custom'`, bindings: [] })
    conditions.push(containsIn('content', dialect, asWritten(keyword)))
  }
  return {
    sql: conditions.map(({ sql }) => sql).join(' and '),
    bindings: conditions.flatMap(({ bindings }) => bindings),
  }
}

/**
 * As `contains`. SQLite holds the node up while it compares, and its `like` looks at each character as often as the
 * word is long.
 */
function containsIn(column: string, dialect: Dialect, text: string): Predicate {
  if (dialect !== 'sqlite') return contains(column)({ dialect, column: (name) => name }, text)
  return { sql: `instr(lower(${column}), lower(?)) > 0`, bindings: [text] }
}

/** As it stands within JSON. */
export function asWritten(word: string): string {
  return JSON.stringify(word).slice(1, -1)
}
