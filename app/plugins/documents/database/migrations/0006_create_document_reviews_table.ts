import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.createTable('document_reviews', (table) => {
      table.increments('id')
      table
        .integer('document_id')
        .unsigned()
        .notNullable()
        .references('documents.id')
        .onDelete('CASCADE')
        .index()
      table.integer('handler_id').unsigned().notNullable()
      table.integer('submitted_by').unsigned().nullable()
      table.integer('submission_no').unsigned().nullable()
      table.integer('version_no').unsigned().notNullable()
      table.string('decision', 16).nullable()
      table.string('comment', 1000).nullable()
      table.dateTime('decided_at', { useTz: true, precision: 3 }).nullable()
      table.dateTime('closed_at', { useTz: true, precision: 3 }).nullable()
      table.dateTime('created_at', { useTz: true, precision: 3 }).notNullable()
      table.index(['handler_id', 'document_id'])
    })
  }

  async down() {
    this.schema.dropTable('document_reviews')
  }
}
