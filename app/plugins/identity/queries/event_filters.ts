import type { FilterContext, ListFilter } from '#kernel/listing/main'
import { currentOperator } from '#kernel/acting/main'
import { EVERYTHING, ofReached, reachOfUsers } from './reached_people.js'

/** Events of people within the reach of whoever acts; those under names that nobody has are for who reaches everybody. */
export const eventsOfReached: ListFilter<void> = (context) => {
  const limit = reachOfUsers(context.dialect)
  if (!limit) return EVERYTHING
  const theirs = ofReached('userId')(context)
  return {
    sql: `(${theirs.sql} or ${underNameOf(context, limit.sql)})`,
    bindings: [...theirs.bindings, ...limit.bindings],
  }
}

/** Events of one person. */
export const eventsOfPerson: ListFilter<number> = (context, userId) => ({
  sql: `(${context.column('userId')} = ? or ${underNameOf(context, 'users.id = ?')})`,
  bindings: [userId, userId],
})

/** Events of whoever acts. The condition on the name is there for its index on every database. */
export const ownEvents: ListFilter<void> = (context) => {
  const { id, username } = currentOperator()
  const failed = `${context.column('account')} = ? and ${underNameOf(context, 'users.id = ?')}`
  return {
    sql: `(${context.column('userId')} = ? or (${failed}))`,
    bindings: [id, username, id],
  }
}

/** A failed login has no user, only an account name: it belongs to whoever had the name by then. */
function underNameOf({ column }: FilterContext, limit: string): string {
  return `(${column('userId')} is null and exists (select 1 from users where users.username = ${column('account')}
    and users.created_at <= ${column('createdAt')} and ${limit}))`
}
