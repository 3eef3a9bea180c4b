import { writeFile } from 'node:fs/promises'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { MigrationRunner } from '@adonisjs/lucid/migration'
import { test } from '@japa/runner'
import { dialectOf } from '#kernel/database/main'
import { allMigrations, prepareDatabase, unknownMigrations } from '#kernel/plugins/main'
import { dropPluginTables } from '#kernel/plugins/plugin_tables'
import { onEveryDatabase } from '#tests/helpers/on_every_database'
import {
  creating,
  labelling,
  mount,
  mounted,
  packaged,
  struck,
} from '#tests/helpers/packaged_plugin'
import { until } from '#tests/helpers/until'
import { ProjectCopy, type Told } from '#tests/helpers/project_copy'

/** As `node ace migration:status` lists them. */
async function listed() {
  const runner = new MigrationRunner(db, app, { direction: 'up' })
  return (await runner.getList()).map(({ name, status }) => ({ name, status }))
}

/** The migrations that a command tells of. */
const named = ({ output }: Told) => [...new Set(output.match(/\w+\/\d+_\w+/g))]

const recorded = async (): Promise<string[]> => {
  const rows = await db.from('adonis_schema').orderBy('id').select('name')
  return rows.map(({ name }) => name)
}

async function waitsForLock(dialect: 'postgres' | 'mysql'): Promise<boolean> {
  if (dialect === 'mysql') {
    const [rows] = await db.rawQuery(
      `select 1 from information_schema.processlist where state like 'Waiting for%metadata lock'`
    )
    return rows.length > 0
  }
  const { rows } = await db.rawQuery(
    `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  )
  return rows.length > 0
}

test.group('Kernel | migrations', (group) => {
  onEveryDatabase(group)

  test('are recorded by plugin and file, in boot order', async ({ assert }) => {
    const names = allMigrations(app, mounted()).map(({ name }) => name)
    assert.includeMembers(names, ['identity/0002_create_users_table'])
    assert.deepEqual(await recorded(), names)
    assert.deepEqual(
      await listed(),
      names.map((name) => ({ name, status: 'migrated' as const }))
    )
  })

  test('of a package run, go back by Lucid, and are removed with its plugin', async ({
    assert,
    cleanup,
  }) => {
    const files = {
      '10_create_second_crates_table': creating('second_crates'),
      '9_create_first_crates_table': creating('first_crates'),
    }
    const plugin = await packaged(files, cleanup)
    const names = ['packaged/9_create_first_crates_table', 'packaged/10_create_second_crates_table']
    const plugins = [...mounted(), plugin]
    mount(plugins, cleanup)
    assert.deepEqual(await prepareDatabase(app, plugins), names)
    assert.deepEqual((await recorded()).slice(-2), names)

    const back = new MigrationRunner(db, app, { direction: 'down', step: 1 })
    await back.run()
    assert.isNull(back.error)
    assert.deepEqual(Object.keys(back.migratedFiles), [names[1]])

    assert.deepEqual(await dropPluginTables(app, plugin), [names[0]])
    assert.notIncludeMembers(await recorded(), names)
    assert.isFalse(await db.connection().schema.hasTable('first_crates'))
  })

  test('are unknown where a mounted plugin lacks their file', async ({ assert, cleanup }) => {
    const [tomorrow, elsewhere] = ['identity/9999_of_tomorrow', 'packaged/0001_create_crates_table']
    await db.table('adonis_schema').multiInsert([
      { name: tomorrow, batch: 99 },
      { name: elsewhere, batch: 99 },
    ])
    cleanup(() => struck([tomorrow, elsewhere]))
    assert.deepEqual(await unknownMigrations(app, mounted()), [tomorrow])
  })

  test('wait for the end of a transaction that uses the table', async ({ assert, cleanup }) => {
    const dialect = dialectOf(db.connection())
    if (dialect === 'sqlite') return
    await db.connection().schema.createTable('held_crates', (table) => table.increments('id'))
    cleanup(() => db.connection().schema.dropTable('held_crates'))
    const name = '1_label_held_crates'
    const plugin = await packaged({ [name]: labelling('held_crates') }, cleanup)
    const plugins = [...mounted(), plugin]
    mount(plugins, cleanup)
    cleanup(() => struck([`packaged/${name}`]))

    const holder = await db.transaction()
    await holder.from('held_crates').first()
    const prepared = prepareDatabase(app, plugins)
    await until(() => waitsForLock(dialect))
    await holder.commit()
    assert.deepEqual(await prepared, [`packaged/${name}`])
  })

  test('refuse a database that a preview made, and change nothing', async ({ assert, cleanup }) => {
    const name = 'app/plugins/identity/database/migrations/1_create_users_table'
    await db.table('adonis_schema').insert({ name, batch: 1 })
    cleanup(async () => void (await db.from('adonis_schema').where({ name }).delete()))
    await assert.rejects(() => prepareDatabase(app, mounted()), /made by a preview/)
  })
})

test.group('Kernel | migrations of an application', () => {
  test('run after those of the plugins on an empty database, and go back', async ({ assert }) => {
    await using copy = await ProjectCopy.make()
    const own = copy.path('database/migrations/1_create_crates_table.ts')
    await writeFile(own, creating('crates'))
    const run = await copy.ace('migration:run')
    assert.equal(run.code, 0, run.output)
    assert.equal(named(run).at(-1), 'app/1_create_crates_table')
    assert.include(named(run), 'identity/0002_create_users_table')

    const back = await copy.ace('migration:rollback', '--step=1')
    assert.equal(back.code, 0, back.output)
    assert.deepEqual(named(back), ['app/1_create_crates_table'])
  })
})
