import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.createTable('conversation_members', (table) => {
      table.increments('id')
      table
        .integer('conversation_id')
        .unsigned()
        .notNullable()
        .references('conversations.id')
        .onDelete('CASCADE')
      table.integer('user_id').unsigned().notNullable()
      table.string('role', 16).notNullable().defaultTo('member')
      // The first entry that the member sees, and the last one of those who left.
      table.integer('from_seq').notNullable().defaultTo(1)
      table.integer('to_seq').nullable()
      table.integer('read_seq').notNullable().defaultTo(0)
      table.boolean('marked_unread').notNullable().defaultTo(false)
      table.dateTime('muted_until', { useTz: true, precision: 3 }).nullable()
      table.boolean('pinned').notNullable().defaultTo(false)
      table.boolean('archived').notNullable().defaultTo(false)
      table.dateTime('created_at', { useTz: true, precision: 3 }).notNullable()
      table.unique(['conversation_id', 'user_id'])
      table.index(['user_id', 'conversation_id'])
      table.index(['user_id', 'to_seq'])
    })
  }

  async down() {
    this.schema.dropTable('conversation_members')
  }
}
