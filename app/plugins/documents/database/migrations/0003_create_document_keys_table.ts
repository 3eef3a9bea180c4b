import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.createTable('document_keys', (table) => {
      table.increments('id')
      table
        .integer('document_id')
        .unsigned()
        .notNullable()
        .references('documents.id')
        .onDelete('CASCADE')
        .index()
      table.string('editor_key', 64).notNullable().unique()
      table.string('state', 16).notNullable()
      table.integer('base_version_no').unsigned().nullable()
      table.string('heard_of', 128).nullable()
      table.integer('heard_status').nullable()
      table.text('heard_users').nullable()
      table.string('failed_save', 16).nullable()
      table.dateTime('created_at', { useTz: true, precision: 3 }).notNullable()
      table.dateTime('opened_at', { useTz: true, precision: 3 }).nullable()
      table.dateTime('served_at', { useTz: true, precision: 3 }).nullable()
      table.dateTime('last_served_at', { useTz: true, precision: 3 }).nullable()
      table.dateTime('heard_at', { useTz: true, precision: 3 }).nullable()
      table.dateTime('asked_at', { useTz: true, precision: 3 }).nullable()
      table.dateTime('settled_at', { useTz: true, precision: 3 }).nullable()
      table.dateTime('unsaved_at', { useTz: true, precision: 3 }).nullable().index()
      table.dateTime('gone_at', { useTz: true, precision: 3 }).nullable().index()
      table.dateTime('abandoned_at', { useTz: true, precision: 3 }).nullable()
      table.dateTime('ended_at', { useTz: true, precision: 3 }).nullable()
      // The few keys of a rare state are found among all.
      table.index(['state', 'id'])
    })
  }

  async down() {
    this.schema.dropTable('document_keys')
  }
}
