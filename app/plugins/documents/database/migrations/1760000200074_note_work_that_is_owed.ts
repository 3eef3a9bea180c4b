import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.alterTable('document_openings', (table) => {
      table.dateTime('missing_at', { useTz: true, precision: 3 }).nullable()
    })
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
      table.text('user_ids').notNullable()
      table.string('mark', 64).nullable()
      table.text('history', 'longtext').nullable()
      table.dateTime('changed_by', { useTz: true, precision: 3 }).nullable()
      table.dateTime('created_at', { useTz: true, precision: 3 }).notNullable()
      table.dateTime('told_at', { useTz: true, precision: 3 }).nullable().index()
    })
  }

  async down() {
    this.schema.dropTable('document_owed_works')
    this.schema.alterTable('document_openings', (table) => table.dropColumn('missing_at'))
  }
}
