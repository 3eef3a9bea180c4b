import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.createTable('document_openings', (table) => {
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
      table.integer('session_id').unsigned().nullable().index()
      table.string('access', 64).notNullable()
      table.dateTime('first_opened_at', { useTz: true, precision: 3 }).nullable()
      table.dateTime('opened_at', { useTz: true, precision: 3 }).notNullable()
      table.dateTime('joined_at', { useTz: true, precision: 3 }).nullable()
      table.dateTime('left_at', { useTz: true, precision: 3 }).nullable()
      table.dateTime('missing_at', { useTz: true, precision: 3 }).nullable()
      table.dateTime('outside_at', { useTz: true, precision: 3 }).nullable()
      table.dateTime('lost_at', { useTz: true, precision: 3 }).nullable()
      table.dateTime('end_unheard_at', { useTz: true, precision: 3 }).nullable()
      table.dateTime('barred_at', { useTz: true, precision: 3 }).nullable()
      table.dateTime('refused_at', { useTz: true, precision: 3 }).nullable()
      table.dateTime('dropped_at', { useTz: true, precision: 3 }).nullable()
      table.dateTime('ended_at', { useTz: true, precision: 3 }).nullable()
      table.index(['editor_key', 'user_id'])
      table.index(['user_id', 'ended_at'])
      table.index(['ended_at', 'id'])
    })
  }

  async down() {
    this.schema.dropTable('document_openings')
  }
}
