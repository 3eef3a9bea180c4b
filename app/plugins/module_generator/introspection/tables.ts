import db from '@adonisjs/lucid/services/db'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { describeOnServer } from './server_tables.js'
import { describeSqlite } from './sqlite_tables.js'
import { tableNames } from './table_names.js'
import type { TableDescription } from './table_description.js'

const BOOKKEEPING = /^(adonis_schema|sqlite_)/

/** The tables of the configured database. */
export class Tables {
  async names(): Promise<string[]> {
    const names = await tableNames()
    return names.filter((name) => !BOOKKEEPING.test(name)).sort()
  }

  /** @throws E_NOT_FOUND */
  async describe(name: string): Promise<TableDescription> {
    const names = await this.names()
    if (!names.includes(name)) throw new E_NOT_FOUND('There is no such table')
    const client = db.connection()
    const onFile = !['postgres', 'mysql'].includes(client.dialect.name)
    return onFile ? describeSqlite(client, name) : describeOnServer(client, name)
  }
}
