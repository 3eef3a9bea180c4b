import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import db from '@adonisjs/lucid/services/db'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'

const SERVERS: Readonly<Record<string, string>> = { postgres: 'pg', mysql: 'mysql' }
const KEPT = ['DB_HOST', 'DB_PORT', 'DB_USER', 'DB_PASSWORD', 'REDIS_URL']

/** An empty database of the kind that the tests run on, for a process of its own. */
export class OwnDatabase {
  private constructor(
    /** The settings that lead to it. */
    readonly env: Record<string, string>,
    private readonly name: string | null
  ) {}

  static async make(folder: string): Promise<OwnDatabase> {
    const kind = SERVERS[db.connection().dialect.name]
    if (!kind)
      return new OwnDatabase(
        { DB_CONNECTION: 'sqlite', SQLITE_PATH: join(folder, 'copy.sqlite3') },
        null
      )
    const { database } = db.getRawConnection(db.primaryConnectionName)!.config.connection as {
      database: string
    }
    const name = `${database}_${randomBytes(4).toString('hex')}`
    await db.rawQuery(`create database ${name}`)
    const kept = KEPT.flatMap((key) => (process.env[key] ? [[key, process.env[key]!]] : []))
    return new OwnDatabase(
      { ...Object.fromEntries(kept), DB_CONNECTION: kind, DB_DATABASE: name },
      name
    )
  }

  /** Connects to it for the time of `work`. */
  async connected<T>(work: (client: QueryClientContract) => Promise<T>): Promise<T> {
    const { config } = db.manager.get(db.primaryConnectionName)!
    const connection = Object.assign({}, config.connection, this.#address)
    const name = `own-${randomBytes(4).toString('hex')}`
    db.manager.add(name, { ...config, connection } as typeof config)
    try {
      return await work(db.connection(name))
    } finally {
      await db.manager.close(name, true)
    }
  }

  get #address() {
    return this.name === null ? { filename: this.env.SQLITE_PATH } : { database: this.name }
  }

  async drop(): Promise<void> {
    if (!this.name) return
    const force = db.connection().dialect.name === 'postgres' ? ' with (force)' : ''
    await db.rawQuery(`drop database if exists ${this.name}${force}`)
  }
}
