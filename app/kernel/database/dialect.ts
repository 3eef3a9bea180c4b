import { Exception } from '@adonisjs/core/exceptions'

export type Dialect = 'postgres' | 'mysql' | 'sqlite'

/** Which of the databases that statements are written for a connection is of. */
export function dialectOf(client: { dialect: { name: string } }): Dialect {
  const { name } = client.dialect
  if (name === 'postgres' || name === 'mysql') return name
  if (name === 'better-sqlite3' || name === 'sqlite3') return 'sqlite'
  throw new Exception(`No statements are written for the database "${name}"`, {
    code: 'E_DIALECT',
  })
}
