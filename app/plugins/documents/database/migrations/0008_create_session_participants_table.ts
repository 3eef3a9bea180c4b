import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.createTable('session_participants', (table) => {
      table.increments('id')
      table
        .integer('session_id')
        .unsigned()
        .notNullable()
        .references('editing_sessions.id')
        .onDelete('CASCADE')
      table.integer('user_id').unsigned().notNullable().index()
      table.integer('login_id').unsigned().nullable().index()
      table.string('level', 16).notNullable()
      table.dateTime('last_let_in_at', { useTz: true, precision: 3 }).notNullable()
      table.dateTime('seen_at', { useTz: true, precision: 3 }).nullable()
      table.dateTime('dropped_at', { useTz: true, precision: 3 }).nullable()
      table.unique(['session_id', 'user_id', 'level'])
    })
  }

  async down() {
    this.schema.dropTable('session_participants')
  }
}
