import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.createTable('sessions', (table) => {
      table.increments('id')
      table.string('sid', 32).notNullable().unique()
      table.integer('user_id').unsigned().notNullable().references('users.id').onDelete('CASCADE')
      table.string('ip', 64).nullable()
      table.string('address', 64).nullable()
      table.string('network', 64).nullable()
      table.string('device', 32).notNullable()
      table.string('user_agent', 255).nullable()
      table.dateTime('created_at', { useTz: true, precision: 3 }).notNullable()
      table.dateTime('last_used_at', { useTz: true, precision: 3 }).notNullable()
      table.dateTime('expires_at', { useTz: true, precision: 3 }).notNullable()
      table.dateTime('ended_at', { useTz: true, precision: 3 }).nullable()
      table.string('end_reason', 32).nullable()
      table.index(['user_id', 'ended_at'])
      table.index(['user_id', 'address'])
      table.index(['user_id', 'device'])
      table.index(['user_id', 'network'])
      table.index(['expires_at'])
    })
  }

  async down() {
    this.schema.dropTable('sessions')
  }
}
