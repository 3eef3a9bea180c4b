import type { DateTime } from 'luxon'
import { searchTextContains } from '#kernel/listing/main'
import type { Predicate } from '#kernel/data_scope/main'
import { type Dialect, toStored } from '#kernel/database/main'
import type { ContentType } from '../entries/kinds.js'

/** What messages are searched by; all of it holds of each hit. */
export interface Sought {
  readonly keyword?: string | undefined
  readonly actorId?: number | undefined
  readonly contentType?: ContentType | undefined
  readonly createdAtFrom?: DateTime | undefined
  readonly createdAtTo?: DateTime | undefined
}

export function searchCondition(sought: Sought, dialect: Dialect): Predicate {
  const conditions: Predicate[] = [{ sql: 'recalled_at is null', bindings: [] }]
  const add = (sql: string, value: string | number | undefined) => {
    if (value !== undefined) conditions.push({ sql, bindings: [value] })
  }
  const { actorId, contentType, createdAtFrom, createdAtTo, keyword } = sought
  add('actor_id = ?', actorId)
  add('content_type = ?', contentType)
  add('created_at >= ?', createdAtFrom && toStored(createdAtFrom))
  add('created_at <= ?', createdAtTo && toStored(createdAtTo))
  if (keyword !== undefined) conditions.push(searchTextContains('search_text', keyword, dialect))
  return {
    sql: conditions.map(({ sql }) => sql).join(' and '),
    bindings: conditions.flatMap(({ bindings }) => bindings),
  }
}
