import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.createTable('document_losses', (table) => {
      table.increments('id')
      table
        .integer('document_id')
        .unsigned()
        .notNullable()
        .references('documents.id')
        .onDelete('CASCADE')
        .index()
      table.string('editor_key', 64).notNullable().unique()
      table.string('mark', 80).notNullable()
      table.text('user_ids').nullable()
      table.text('reason').notNullable()
      table.text('body').notNullable()
      table.text('remedy').nullable()
      table.integer('attempts').unsigned().notNullable()
      table.dateTime('missing_at', { useTz: true, precision: 3 }).nullable()
      table.integer('missed').unsigned().notNullable().defaultTo(0)
      table.dateTime('created_at', { useTz: true, precision: 3 }).notNullable()
      table.dateTime('retry_at', { useTz: true, precision: 3 }).nullable().index()
      table.dateTime('tell_from', { useTz: true, precision: 3 }).notNullable()
      table.dateTime('told_at', { useTz: true, precision: 3 }).nullable()
      table.integer('menders_after').unsigned().nullable()
      table.integer('menders_told').unsigned().notNullable().defaultTo(0)
    })
  }

  async down() {
    this.schema.dropTable('document_losses')
  }
}
