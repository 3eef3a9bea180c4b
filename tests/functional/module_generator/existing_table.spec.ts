import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { migrationPath } from '../../../app/plugins/module_generator/applying/migrations.js'
import { ModuleWriter } from '../../../app/plugins/module_generator/applying/module_writer.js'
import { Project } from '../../../app/plugins/module_generator/applying/project.js'
import type { WriteNote } from '../../../app/plugins/module_generator/applying/write_note.js'
import { tableNames } from '../../../app/plugins/module_generator/introspection/table_names.js'
import { LateRoutes } from '../../../app/plugins/module_generator/running/late_routes.js'
import { LiveModules } from '../../../app/plugins/module_generator/running/live_modules.js'

const TABLE = 'odd_heirlooms'
const MIGRATION = 'odd_heirloom/1_create_odd_heirlooms_table'

/** Migrates, and then cannot go on. */
class Unmountable extends LiveModules {
  override async mount() {
    await db.table('adonis_schema').insert({ name: MIGRATION, batch: 1 })
    throw new Error('its routes clash')
  }

  override async unmount() {}
}

const note: WriteNote = {
  name: 'odd-heirloom',
  snake: 'odd_heirloom',
  action: 'apply',
  plan: {
    name: 'odd-heirloom',
    fields: [{ name: 'word', type: 'string' }],
    table: { name: TABLE, existing: true },
  },
  migrations: [MIGRATION],
  added: [MIGRATION],
  files: [],
  runs: true,
  account: { changeId: 'heirloom', operatorId: null, milliseconds: 0, report: null },
}

test.group('Module generator | a table that was there before', () => {
  test('stay, with its rows, when its module cannot be mounted', async ({ assert, cleanup }) => {
    const root = await mkdtemp(join(tmpdir(), 'chancery-tree-'))
    await db.connection().schema.createTable(TABLE, (table) => table.string('word'))
    cleanup(async () => {
      await db.connection().schema.dropTable(TABLE)
      await rm(root, { recursive: true })
    })
    await db.table(TABLE).insert({ word: 'kept' })

    const live = new Unmountable(app, await app.container.make(LateRoutes))
    const writer = new ModuleWriter(new Project(root), live)
    const changes = [{ path: migrationPath(MIGRATION), content: 'export default null' }]
    await assert.rejects(() => writer.write(changes, note), 'its routes clash')

    assert.include(await tableNames(), TABLE)
    assert.deepEqual(await db.from(TABLE).select('word').first(), { word: 'kept' })
    assert.isNull(await db.from('adonis_schema').where('name', MIGRATION).first())
    assert.isFalse(writer.project.exists('app'))
  })
})
