import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.createTable('refresh_tokens', (table) => {
      table.increments('id')
      table
        .integer('session_id')
        .unsigned()
        .notNullable()
        .references('sessions.id')
        .onDelete('CASCADE')
      table.string('hash', 64).notNullable().unique()
      table.string('nonce', 64).notNullable()
      table.dateTime('created_at', { useTz: true, precision: 3 }).notNullable()
      table.dateTime('expires_at', { useTz: true, precision: 3 }).notNullable()
      table.dateTime('used_at', { useTz: true, precision: 3 }).nullable()
      table.index(['session_id'])
    })
  }

  async down() {
    this.schema.dropTable('refresh_tokens')
  }
}
