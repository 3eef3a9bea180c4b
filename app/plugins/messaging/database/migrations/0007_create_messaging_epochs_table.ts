import { randomUUID } from 'node:crypto'
import { BaseSchema } from '@adonisjs/lucid/schema'

/** One row: another epoch tells clients that a backup was restored. */
export default class extends BaseSchema {
  async up() {
    this.schema.createTable('messaging_epochs', (table) => {
      table.integer('id').primary()
      table.string('epoch', 36).notNullable()
      // Rises with each start and each hour; the shared store knows the last one.
      table.integer('generation').notNullable().defaultTo(0)
    })
    this.defer(async (db) => {
      await db.table('messaging_epochs').insert({ id: 1, epoch: randomUUID(), generation: 0 })
    })
  }

  async down() {
    this.schema.dropTable('messaging_epochs')
  }
}
