import { BaseSchema } from '@adonisjs/lucid/schema'

/** No foreign keys: they would cost each insert two more look-ups, and neither side is ever deleted. */
export default class extends BaseSchema {
  async up() {
    this.schema.createTable('messages', (table) => {
      table.increments('id')
      table.integer('conversation_id').unsigned().notNullable()
      table.integer('seq').notNullable()
      const clientId = table.string('client_message_id', 64).notNullable()
      if (this.db.dialect.name === 'mysql') clientId.collate('utf8mb4_bin')
      table.integer('sender_id').unsigned().nullable()
      table.string('content_type', 16).notNullable()
      table.text('content', 'mediumtext').notNullable()
      table.integer('reply_to').nullable()
      table.text('mentions').nullable()
      table.dateTime('created_at', { useTz: true, precision: 3 }).notNullable()
      table.dateTime('recalled_at', { useTz: true, precision: 3 }).nullable()
      table.unique(['conversation_id', 'seq'])
      table.unique(['sender_id', 'client_message_id'])
      // A search goes back through the messages of some conversations, the newest of all first.
      table.index(['conversation_id', 'id'])
    })
  }

  async down() {
    this.schema.dropTable('messages')
  }
}
