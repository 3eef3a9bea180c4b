import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.createTable('document_owed_works', (table) => {
      table.increments('id')
      table
        .integer('document_id')
        .unsigned()
        .notNullable()
        .references('documents.id')
        .onDelete('CASCADE')
        .index()
      table.string('editor_key', 64).notNullable().index()
      table.string('file_type', 16).nullable()
      table.integer('author_id').unsigned().nullable()
      table.text('user_ids').notNullable()
      table.boolean('only_looked').notNullable().defaultTo(false)
      table.string('mark', 64).nullable()
      table.text('history', 'longtext').nullable()
      table.dateTime('changed_by', { useTz: true, precision: 3 }).nullable()
      table.dateTime('created_at', { useTz: true, precision: 3 }).notNullable()
      table.dateTime('found_at', { useTz: true, precision: 3 }).nullable()
      table.dateTime('lost_at', { useTz: true, precision: 3 }).nullable()
      table.dateTime('told_at', { useTz: true, precision: 3 }).nullable().index()
    })
  }

  async down() {
    this.schema.dropTable('document_owed_works')
  }
}
