import db from '@adonisjs/lucid/services/db'

interface ServerConnection {
  host?: string
  port?: number
  user?: string
  password?: string
  database?: string
}

/** Checks of a killed process may go on. */
const FORCED = ' with (force)'

/**
 * The environment of a process that is to have an empty database of the configured kind; the database is gone after
 * `work`. Its name begins like that of the configured one, for rights are often given by that; one that a killed
 * process left is used again.
 */
export async function withScratchDatabase<Result>(
  work: (env: NodeJS.ProcessEnv) => Promise<Result>
): Promise<Result> {
  const { dialect } = db.connection()
  const kind = dialect.name === 'postgres' ? 'pg' : dialect.name === 'mysql' ? 'mysql' : 'sqlite'
  if (kind === 'sqlite') return work({ DB_CONNECTION: 'sqlite', SQLITE_PATH: 'data/check.sqlite3' })

  const name = `${connectionInUse().database!.slice(0, 50)}_check`
  const drop = () => db.rawQuery(`drop database if exists ??${kind === 'pg' ? FORCED : ''}`, [name])
  await drop()
  await db.rawQuery('create database ??', [name])
  try {
    return await work({ ...serverEnvironment(kind), DB_DATABASE: name })
  } finally {
    await drop()
  }
}

function serverEnvironment(kind: string): NodeJS.ProcessEnv {
  const { host, port, user, password } = connectionInUse()
  return {
    DB_CONNECTION: kind,
    ...(host && { DB_HOST: host }),
    ...(port && { DB_PORT: String(port) }),
    ...(user && { DB_USER: user }),
    ...(password && { DB_PASSWORD: password }),
  }
}

function connectionInUse(): ServerConnection {
  const { config } = db.manager.get(db.primaryConnectionName)!
  return config.connection as ServerConnection
}
