import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.createTable('document_form_data', (table) => {
      table.increments('id')
      table
        .integer('document_id')
        .unsigned()
        .notNullable()
        .references('documents.id')
        .onDelete('CASCADE')
      table.integer('version_no').unsigned().notNullable()
      table.string('identity', 64).notNullable().defaultTo('')
      table.text('fields', 'longtext').notNullable()
      table.integer('submitted_by').unsigned().nullable().index()
      table.string('submitted_by_name', 100).notNullable()
      table.dateTime('created_at', { useTz: true, precision: 3 }).notNullable()
      table.unique(['document_id', 'version_no', 'identity'])
    })
  }

  async down() {
    this.schema.dropTable('document_form_data')
  }
}
