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
      // Nobody in direct conversations.
      table.integer('brought_by').unsigned().nullable()
      table.integer('joined_seq').notNullable().defaultTo(0)
      table.integer('left_seq').nullable()
      table.integer('read_seq').notNullable().defaultTo(0)
      // What a member saw before they left and came back, as JSON: `[[after, upTo], …]`.
      table.text('stays', 'mediumtext').nullable()
      table.boolean('muted').notNullable().defaultTo(false)
      table.dateTime('created_at', { useTz: true, precision: 3 }).notNullable()
      table.unique(['conversation_id', 'user_id'])
      table.index(['user_id', 'conversation_id'])
      table.index(['user_id', 'left_seq'])
      table.index(['user_id', 'created_at'])
    })
  }

  async down() {
    this.schema.dropTable('conversation_members')
  }
}
