import { BaseSchema } from '@adonisjs/lucid/schema'

/** Recalls are numbered once they are committed; nodes of before leave theirs to be numbered by others. */
export default class extends BaseSchema {
  async up() {
    this.schema.alterTable('message_recalls', (table) => {
      table.integer('position').nullable().unique()
      table.index(['conversation_id', 'position'])
    })
    this.schema.createTable('message_recall_counters', (table) => {
      table.integer('id').primary()
      table.integer('counted').notNullable()
    })
    this.defer(async (db) => {
      await db.from('message_recalls').update({ position: db.raw('id') })
      const [row] = await db.from('message_recalls').max('position as counted')
      await db.table('message_recall_counters').insert({ id: 1, counted: row.counted ?? 0 })
    })
  }

  async down() {
    this.schema.dropTable('message_recall_counters')
    this.schema.alterTable('message_recalls', (table) => {
      table.dropIndex(['conversation_id', 'position'])
      table.dropUnique(['position'])
      table.dropColumn('position')
    })
  }
}
