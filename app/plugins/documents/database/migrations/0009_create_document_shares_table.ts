import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.createTable('document_shares', (table) => {
      table.increments('id')
      table
        .integer('document_id')
        .unsigned()
        .notNullable()
        .references('documents.id')
        .onDelete('CASCADE')
      table.string('subject_type', 16).notNullable()
      table.integer('subject_id').unsigned().notNullable()
      table.string('level', 16).notNullable()
      table.dateTime('ends_at', { useTz: true, precision: 3 }).nullable()
      table.integer('shared_by').unsigned().nullable()
      table.dateTime('created_at', { useTz: true, precision: 3 }).notNullable()
      table.dateTime('updated_at', { useTz: true, precision: 3 }).notNullable()
      table.unique(['document_id', 'subject_type', 'subject_id'])
      table.index(['subject_type', 'subject_id', 'document_id'])
      table.index(['ends_at'])
    })
  }

  async down() {
    this.schema.dropTable('document_shares')
  }
}
