import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.createTable('document_logs', (table) => {
      table.increments('id')
      table
        .integer('document_id')
        .unsigned()
        .notNullable()
        .references('documents.id')
        .onDelete('CASCADE')
      table.string('action', 32).notNullable()
      table.integer('operator_id').unsigned().nullable()
      table.string('operator_name', 100).nullable()
      table.integer('version_no').unsigned().nullable()
      table.text('detail', 'longtext').nullable()
      table
        .integer('file_id')
        .unsigned()
        .nullable()
        .references('stored_files.id')
        .onDelete('RESTRICT')
        .index()
      table.dateTime('created_at', { useTz: true, precision: 3 }).notNullable()
      table.index(['document_id', 'id'])
    })
  }

  async down() {
    this.schema.dropTable('document_logs')
  }
}
