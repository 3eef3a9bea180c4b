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
      table.integer('version_no').unsigned().nullable()
      table.text('detail', 'longtext').nullable()
      table.dateTime('created_at', { useTz: true, precision: 3 }).notNullable()
      table.index(['document_id', 'id'])
      table.index(['created_at'])
    })
  }

  async down() {
    this.schema.dropTable('document_logs')
  }
}
