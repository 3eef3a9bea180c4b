import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { onEveryDatabase } from '#tests/helpers/on_every_database'
import {
  clearHalfMade,
  migrationPath,
} from '../../../app/plugins/module_generator/applying/migrations.js'

const TABLE = 'odd_halves'
const NAME = 'odd_half/2_alter_odd_halves_table'
const MIGRATION = `
import { BaseSchema } from '@adonisjs/lucid/schema'
import { refillSearchText } from '#kernel/database/main'

export default class extends BaseSchema {
  async up() {
    this.schema.alterTable('${TABLE}', (table) => {
      table.text('search_text').nullable()
    })
    this.defer((db) => refillSearchText(db, '${TABLE}', ['word', 'note']))
  }
}
`

test.group('Module generator | a change that was killed within its migration', (group) => {
  onEveryDatabase(group)

  test('is brought to its end, with the texts that are searched', async ({ assert, cleanup }) => {
    const root = app.makePath('tmp', `half_${process.pid}`)
    const file = join(root, migrationPath(NAME))
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, MIGRATION)
    await db.connection().schema.createTable(TABLE, (table) => {
      table.increments('id')
      table.string('word')
      table.string('note')
      table.text('search_text').nullable()
    })
    cleanup(async () => {
      await db.from('adonis_schema').where('name', NAME).delete()
      await db.connection().schema.dropTable(TABLE)
      await rm(root, { recursive: true })
    })
    const many = Array.from({ length: 450 }, (_, at) => ({ word: `ÄÖ ${at}`, note: 'Why? О' }))
    await db.table(TABLE).multiInsert([...many, { word: null, note: "It's" }])

    await clearHalfMade([NAME], root)
    const texts = (await db.from(TABLE).orderBy('id')).map((row) => row.search_text)
    assert.deepEqual(
      [texts[0], texts[449], texts[450]],
      ['äö 0\nwhy? о', 'äö 449\nwhy? о', "\nit's"]
    )
  }).skip(() => db.connection().dialect.name !== 'mysql', 'other databases keep no halves')
})
