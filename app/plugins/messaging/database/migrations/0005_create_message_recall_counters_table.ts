import { BaseSchema } from '@adonisjs/lucid/schema'

/** One row: the last number that was given to a recall. */
export default class extends BaseSchema {
  async up() {
    this.schema.createTable('message_recall_counters', (table) => {
      table.integer('id').primary()
      table.integer('counted').notNullable()
    })
    this.defer(async (db) => {
      await db.table('message_recall_counters').insert({ id: 1, counted: 0 })
    })
  }

  async down() {
    this.schema.dropTable('message_recall_counters')
  }
}
