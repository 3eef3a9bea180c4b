import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BaseSchema } from '@adonisjs/lucid/schema'
import db from '@adonisjs/lucid/services/db'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { OwnDatabase } from './own_database.js'

type Migration = new (client: QueryClientContract, file: string, dryRun: boolean) => BaseSchema

/** An empty database beside the tests' own, to be migrated step by step with rows in it. */
export class OlderDatabase {
  private constructor(
    readonly client: QueryClientContract,
    private readonly connection: string,
    private readonly own: OwnDatabase,
    private readonly folder: string
  ) {}

  static async make(connection: string): Promise<OlderDatabase> {
    const folder = await mkdtemp(join(tmpdir(), 'chancery-older-'))
    const own = await OwnDatabase.make(folder)
    const { config } = db.manager.get(db.primaryConnectionName)!
    const place = own.env.SQLITE_PATH
      ? { filename: own.env.SQLITE_PATH }
      : { ...(config.connection as object), database: own.env.DB_DATABASE }
    db.manager.add(connection, { ...config, connection: place } as typeof config)
    return new OlderDatabase(db.connection(connection), connection, own, folder)
  }

  /** The settings that lead to it. */
  get env(): Record<string, string> {
    return this.own.env
  }

  /** @param path from `app/plugins`, without extension */
  async migrate(path: string, to: 'up' | 'down' = 'up'): Promise<void> {
    const { default: Schema } = (await import(`../../app/plugins/${path}.js`)) as {
      default: Migration
    }
    const migration = new Schema(this.client, path, false)
    await (to === 'up' ? migration.execUp() : migration.execDown())
  }

  async insert(table: string, row: object): Promise<void> {
    await this.client.table(table).insert(row)
  }

  async drop(): Promise<void> {
    await db.manager.close(this.connection, true)
    await this.own.drop()
    await rm(this.folder, { recursive: true, force: true })
  }
}
