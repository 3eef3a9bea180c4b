import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.createTable('document_saves', (table) => {
      table.increments('id')
      table
        .integer('document_id')
        .unsigned()
        .notNullable()
        .references('documents.id')
        .onDelete('CASCADE')
        .index()
      table.string('session_key', 64).notNullable()
      table.string('path_hash', 64).notNullable()
      table.integer('status').notNullable()
      table.string('outcome', 16).notNullable()
      table.integer('version_no').unsigned().nullable()
      table.string('userdata', 128).nullable()
      table.dateTime('created_at', { useTz: true, precision: 3 }).notNullable()
      table.index(['session_key', 'path_hash'])
    })
  }

  async down() {
    this.schema.dropTable('document_saves')
  }
}
