import { BaseSchema } from '@adonisjs/lucid/schema'

/** Recalls are numbered once they are committed. */
export default class extends BaseSchema {
  async up() {
    this.schema.createTable('message_recalls', (table) => {
      table.increments('id')
      table.integer('conversation_id').unsigned().notNullable()
      table.integer('seq').notNullable()
      table.integer('position').nullable().unique()
      table.dateTime('recalled_at', { useTz: true, precision: 3 }).notNullable()
      table.unique(['conversation_id', 'seq'])
      table.index(['conversation_id', 'recalled_at'])
      table.index(['conversation_id', 'position'])
      table.index(['recalled_at'])
    })
  }

  async down() {
    this.schema.dropTable('message_recalls')
  }
}
