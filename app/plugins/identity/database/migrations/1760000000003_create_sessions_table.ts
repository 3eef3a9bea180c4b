import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.createTable('sessions', (table) => {
      table.increments('id')
      table.integer('user_id').unsigned().notNullable().references('users.id').onDelete('CASCADE')
      table.string('ip', 64).nullable()
      table.string('user_agent', 255).nullable()
      table.dateTime('created_at', { useTz: true, precision: 3 }).notNullable()
      table.dateTime('last_used_at', { useTz: true, precision: 3 }).notNullable()
      table.dateTime('expires_at', { useTz: true, precision: 3 }).notNullable()
      table.dateTime('ended_at', { useTz: true, precision: 3 }).nullable()
      table.string('end_reason', 32).nullable()
      table.index(['user_id', 'ended_at'])
      table.index(['expires_at'])
    })
  }

  async down() {
    this.schema.dropTable('sessions')
  }
}
