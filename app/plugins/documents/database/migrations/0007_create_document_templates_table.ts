import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.createTable('document_templates', (table) => {
      table.increments('id')
      table.string('title', 200).notNullable()
      table.string('file_type', 8).notNullable()
      table
        .integer('file_id')
        .unsigned()
        .notNullable()
        .references('stored_files.id')
        .onDelete('RESTRICT')
        .index()
      table.string('status', 16).notNullable()
      table.integer('created_by').unsigned().nullable()
      table.text('search_text').nullable()
      table.dateTime('created_at', { useTz: true, precision: 3 }).notNullable()
      table.dateTime('updated_at', { useTz: true, precision: 3 }).notNullable()
    })
  }

  async down() {
    this.schema.dropTable('document_templates')
  }
}
