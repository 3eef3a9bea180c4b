import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.createTable('security_events', (table) => {
      table.increments('id')
      table.string('type', 32).notNullable()
      table.string('account', 64).nullable().index()
      table.integer('user_id').unsigned().nullable()
      table.integer('session_id').unsigned().nullable()
      table.string('ip', 64).nullable()
      table.string('user_agent', 255).nullable()
      table.dateTime('created_at', { useTz: true, precision: 3 }).notNullable()
      table.index(['user_id', 'created_at'])
      table.index(['type', 'created_at'])
    })
  }

  async down() {
    this.schema.dropTable('security_events')
  }
}
