import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.createTable('conversations', (table) => {
      table.increments('id')
      table.string('type', 16).notNullable()
      table.string('pair_key', 64).nullable().unique()
      table.integer('owner_id').unsigned().nullable()
      table.string('title', 100).nullable()
      table.text('search_text').nullable()
      table.integer('last_seq').notNullable().defaultTo(0)
      // Messages up to there were kept for long enough and are removed.
      table.integer('removed_seq').notNullable().defaultTo(0)
      table.integer('member_version').notNullable().defaultTo(1)
      table.dateTime('last_message_at', { useTz: true, precision: 3 }).nullable()
      table.dateTime('created_at', { useTz: true, precision: 3 }).notNullable()
      table.dateTime('closed_at', { useTz: true, precision: 3 }).nullable()
      table.dateTime('deleted_at', { useTz: true, precision: 3 }).nullable()
      table.index(['created_at', 'id'])
    })
    // Every message updates a row here; room on its page spares PostgreSQL the indexes.
    this.defer(async (db) => {
      if (db.dialect.name === 'postgres')
        await db.rawQuery('alter table conversations set (fillfactor = 60)')
    })
  }

  async down() {
    this.schema.dropTable('conversations')
  }
}
