import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.createTable('conversations', (table) => {
      table.increments('id')
      table.string('type', 16).notNullable()
      table.string('pair_key', 64).nullable().unique()
      table.integer('owner_id').unsigned().nullable()
      table.string('name', 100).nullable()
      table.text('search_text').nullable()
      table.integer('picture_file_id').unsigned().nullable().index()
      table.integer('last_seq').notNullable().defaultTo(0)
      // Entries before it were removed because of their age.
      table.integer('first_seq').notNullable().defaultTo(1)
      table.integer('last_message_seq').notNullable().defaultTo(0)
      // The last entry that changed who is a member, or whether they may write.
      table.integer('members_seq').notNullable().defaultTo(0)
      table.dateTime('last_message_at', { useTz: true, precision: 3 }).nullable()
      table.dateTime('created_at', { useTz: true, precision: 3 }).notNullable()
      table.dateTime('closed_at', { useTz: true, precision: 3 }).nullable()
      table.dateTime('deleted_at', { useTz: true, precision: 3 }).nullable()
      table.index(['created_at', 'id'])
    })
    // Every message updates a row here; space on its page spares PostgreSQL the indexes.
    this.defer(async (db) => {
      if (db.dialect.name === 'postgres')
        await db.rawQuery('alter table conversations set (fillfactor = 60)')
    })
  }

  async down() {
    this.schema.dropTable('conversations')
  }
}
