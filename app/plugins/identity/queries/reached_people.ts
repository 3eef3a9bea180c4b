import type { Dialect } from '#kernel/database/main'
import type { ListFilter } from '#kernel/listing/main'
import { amongRows, predicateFor, type Predicate, tableScopeOf } from '#kernel/data_scope/main'
import { currentActing } from '#kernel/acting/main'
import User from '../models/user.js'

export const EVERYTHING: Predicate = { sql: '1 = 1', bindings: [] }

/** Rows of which an attribute names somebody within the reach of whoever acts. */
export function ofReached(name: string): ListFilter<void> {
  return ({ column, dialect }) => {
    const limit = reachOfUsers(dialect)
    if (!limit) return EVERYTHING
    const ids = { ...limit, sql: `select users.id from users where ${limit.sql}` }
    return amongRows(column(name), ids, dialect)
  }
}

/** The condition on `users` that limits them to the reach of whoever acts; `null` where there is no limit. */
export function reachOfUsers(dialect: Dialect): Predicate | null {
  return predicateFor(tableScopeOf(User)!, currentActing(), 'users', dialect)
}
