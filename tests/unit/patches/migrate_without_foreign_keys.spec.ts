import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { MigrationRunner } from '@adonisjs/lucid/migration'
import type { ConnectionConfig, QueryClientContract } from '@adonisjs/lucid/types/database'
import { test } from '@japa/runner'
import type { TestContext } from '@japa/runner/core'
import { onEveryDatabase } from '#tests/helpers/on_every_database'
import { migration, mount, mounted, packaged, struck } from '#tests/helpers/packaged_plugin'

const [ABOVE, BELOW] = ['altered_parents', 'altered_children']

/** A row that goes with the row that it refers to. */
async function family(client: QueryClientContract): Promise<void> {
  await client.schema.createTable(ABOVE, (table) => {
    table.increments('id')
    table.string('label')
  })
  await client.schema.createTable(BELOW, (table) => {
    table.increments('id')
    table.integer('parent_id').unsigned().references(`${ABOVE}.id`).onDelete('CASCADE')
  })
  await client.table(ABOVE).insert({ id: 1, label: 'first' })
  await client.table(BELOW).insert({ id: 1, parent_id: 1 })
}

/** An empty database of its own, with the settings of the application. */
async function embedded(cleanup: TestContext['cleanup']): Promise<QueryClientContract> {
  const folder = await mkdtemp(join(tmpdir(), 'chancery-altered-'))
  cleanup(() => rm(folder, { recursive: true, force: true }))
  const settings = app.config.get<ConnectionConfig>('database.connections.sqlite')
  const connection = { filename: join(folder, 'probe.sqlite3') }
  db.manager.add('altered', { ...settings, connection } as ConnectionConfig)
  cleanup(() => db.manager.close('altered', true))
  return db.connection('altered')
}

test.group('Patches | migrateWithoutForeignKeys', (group) => {
  onEveryDatabase(group)

  test('is needed while knex deletes rows that refer to a table of SQLite whose column it drops', async ({
    assert,
    cleanup,
  }) => {
    const client = await embedded(cleanup)
    await family(client)
    await client.transaction((trx) =>
      trx.schema.alterTable(ABOVE, (table) => void table.dropColumn('label'))
    )
    assert.lengthOf(await client.from(ABOVE), 1)
    assert.lengthOf(await client.from(BELOW), 0)
  })

  test('keeps the rows that refer to a table which a migration changes', async ({
    assert,
    cleanup,
  }) => {
    const client = db.connection()
    await family(client)
    cleanup(async () => {
      await client.schema.dropTable(BELOW)
      await client.schema.dropTable(ABOVE)
    })
    const name = '1_drop_label'
    const altering = (change: string) => `alterTable('${ABOVE}', (table) => table.${change})`
    const dropping = migration(altering(`dropColumn('label')`), altering(`string('label')`))
    const plugin = await packaged({ [name]: dropping }, cleanup)
    mount([...mounted(), plugin], cleanup)
    cleanup(() => struck([`packaged/${name}`]))

    const runner = new MigrationRunner(db, app, { direction: 'up' })
    await runner.run()
    assert.isNull(runner.error)
    assert.deepEqual(Object.keys(runner.migratedFiles), [`packaged/${name}`])
    assert.lengthOf(await client.from(BELOW), 1)
  })
})
