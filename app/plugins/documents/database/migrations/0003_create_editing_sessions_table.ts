import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.createTable('editing_sessions', (table) => {
      table.increments('id')
      table
        .integer('document_id')
        .unsigned()
        .notNullable()
        .references('documents.id')
        .onDelete('CASCADE')
        .index()
      table.string('session_key', 64).notNullable().unique()
      table.integer('base_version_no').unsigned().notNullable()
      table.string('state', 8).notNullable()
      table.string('close_reason', 16).nullable()
      table.integer('last_status').nullable()
      table.text('last_users').nullable()
      table.dateTime('last_word_at', { useTz: true, precision: 3 }).nullable()
      table.string('answered', 36).nullable()
      table.dateTime('quiet_at', { useTz: true, precision: 3 }).nullable()
      table.string('notice', 16).nullable()
      table.dateTime('told_at', { useTz: true, precision: 3 }).nullable()
      table.dateTime('opened_at', { useTz: true, precision: 3 }).notNullable()
      table.dateTime('closed_at', { useTz: true, precision: 3 }).nullable()
      table.index(['last_status', 'last_word_at'])
      table.index(['notice', 'told_at'])
    })
  }

  async down() {
    this.schema.dropTable('editing_sessions')
  }
}
