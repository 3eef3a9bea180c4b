import { BaseSchema } from '@adonisjs/lucid/schema'

/** No foreign keys: they would cost each insert two more lookups. */
export default class extends BaseSchema {
  async up() {
    this.schema.createTable('conversation_entries', (table) => {
      table.increments('id')
      table.integer('conversation_id').unsigned().notNullable()
      table.integer('seq').notNullable()
      table.string('kind', 16).notNullable()
      table.integer('actor_id').unsigned().nullable()
      // The message that an edit, a recall, a reaction or a pin changes.
      table.integer('target_seq').nullable()
      const clientId = table.string('client_message_id', 64).nullable()
      if (this.db.dialect.name === 'mysql') clientId.collate('utf8mb4_bin')
      table.string('content_type', 16).nullable()
      table.text('content', 'mediumtext').nullable()
      table.text('search_text', 'mediumtext').nullable()
      table.integer('file_id').unsigned().nullable()
      table.integer('reply_to').nullable()
      table.text('mentions').nullable()
      table.text('reactions').nullable()
      table.dateTime('created_at', { useTz: true, precision: 3 }).notNullable()
      table.dateTime('edited_at', { useTz: true, precision: 3 }).nullable()
      table.dateTime('recalled_at', { useTz: true, precision: 3 }).nullable()
      table.integer('recalled_by').unsigned().nullable()
      table.dateTime('pinned_at', { useTz: true, precision: 3 }).nullable()
      table.unique(['conversation_id', 'seq'])
      table.unique(['actor_id', 'client_message_id'])
      if (this.db.dialect.name !== 'mysql') return
      table.index(['file_id'])
      table.index(['conversation_id', 'pinned_at'])
    })
    // Few messages bring a file or are pinned, and every index costs each insert.
    this.defer(async (db) => {
      if (db.dialect.name === 'mysql') return
      await db.rawQuery(
        'create index conversation_entries_file_id_index on conversation_entries (file_id) where file_id is not null'
      )
      await db.rawQuery(
        'create index conversation_entries_pinned_index on conversation_entries (conversation_id, seq) where pinned_at is not null'
      )
    })
  }

  async down() {
    this.schema.dropTable('conversation_entries')
  }
}
