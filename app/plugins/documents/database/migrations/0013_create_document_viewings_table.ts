import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.createTable('document_viewings', (table) => {
      table.increments('id')
      table
        .integer('document_id')
        .unsigned()
        .notNullable()
        .references('documents.id')
        .onDelete('CASCADE')
        .index()
      table.string('editor_key', 64).notNullable()
      table.integer('user_id').unsigned().notNullable().index()
      table.integer('session_id').unsigned().notNullable().defaultTo(0).index()
      table.dateTime('opened_at', { useTz: true, precision: 3 }).notNullable().index()
      table.unique(['editor_key', 'user_id', 'session_id'])
    })
  }

  async down() {
    this.schema.dropTable('document_viewings')
  }
}
