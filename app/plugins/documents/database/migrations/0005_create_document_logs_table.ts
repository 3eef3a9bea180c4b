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
      table.integer('operator_id').unsigned().nullable().index()
      table.string('operator_name', 100).nullable()
      table.integer('key_id').unsigned().nullable()
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
      // The last entry of each kind and person is told from those that may be removed.
      table.index(['document_id', 'action', 'operator_id'])
      // The few of a kind are found among all entries.
      table.index(['action', 'created_at'])
      // The entries of a person are counted without being read.
      table.index(
        ['document_id', 'action', 'operator_id', 'created_at', 'key_id'],
        'document_logs_of_keys_index'
      )
    })
  }

  async down() {
    this.schema.dropTable('document_logs')
  }
}
