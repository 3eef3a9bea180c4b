import type { Group } from '@japa/runner/core'

/** The tag of tests whose result depends on the database engine; `npm run test:databases` runs them on each server. */
export const EVERY_DATABASE = '@databases'

/** Tags all tests of a group, so that they run on PostgreSQL and MariaDB as well as on SQLite. */
export function onEveryDatabase(group: Group): void {
  group.tap((test) => test.tags([EVERY_DATABASE]))
}
