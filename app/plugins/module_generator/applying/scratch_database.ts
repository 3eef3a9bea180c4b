import { randomBytes } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'

interface ServerConnection {
  host?: string
  port?: number
  user?: string
  password?: string
}

/**
 * The environment of a process that is to have an empty database of the configured kind; the database is gone after
 * `work`.
 */
export async function withScratchDatabase<Result>(
  work: (env: NodeJS.ProcessEnv) => Promise<Result>
): Promise<Result> {
  const { dialect } = db.connection()
  const kind = dialect.name === 'postgres' ? 'pg' : dialect.name === 'mysql' ? 'mysql' : 'sqlite'
  if (kind === 'sqlite') return work({ DB_CONNECTION: 'sqlite', SQLITE_PATH: 'data/check.sqlite3' })

  const name = `chancery_check_${randomBytes(6).toString('hex')}`
  await db.rawQuery(`create database ${name}`)
  try {
    return await work({ ...serverEnvironment(kind), DB_DATABASE: name })
  } finally {
    await db.rawQuery(`drop database if exists ${name}`)
  }
}

function serverEnvironment(kind: string): NodeJS.ProcessEnv {
  const { config } = db.manager.get(db.primaryConnectionName)!
  const { host, port, user, password } = config.connection as ServerConnection
  return {
    DB_CONNECTION: kind,
    ...(host && { DB_HOST: host }),
    ...(port && { DB_PORT: String(port) }),
    ...(user && { DB_USER: user }),
    ...(password && { DB_PASSWORD: password }),
  }
}
