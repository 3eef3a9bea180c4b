import type { Predicate } from '#kernel/data_scope/main'
import type { Dialect } from '#kernel/database/main'
import { searchTextContains } from '#kernel/listing/main'

/** E-mail and phone, the last of what is searched of a user, are not for everybody to find somebody by. */
const NOT_NAMES = 2

/** The condition that the username or the nickname of a row of `users` contains a keyword. */
export function namesContain(keyword: string, dialect: Dialect): Predicate {
  return searchTextContains('users.search_text', keyword, dialect, NOT_NAMES)
}
