import { randomUUID } from 'node:crypto'
import { BaseSchema } from '@adonisjs/lucid/schema'

/** One row: what names this installation in its storage. Where files lie already, no storage carries it yet. */
export default class extends BaseSchema {
  async up() {
    this.schema.createTable('storage_marks', (table) => {
      table.increments('id')
      table.string('mark', 36).notNullable()
      table.dateTime('placed_at', { useTz: true, precision: 3 }).nullable()
    })
    this.defer(async (db) => {
      await db.table('storage_marks').insert({ mark: randomUUID() })
    })
  }

  async down() {
    this.schema.dropTable('storage_marks')
  }
}
