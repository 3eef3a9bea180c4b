import { BaseSchema } from '@adonisjs/lucid/schema'

/** Groups can be closed and deleted by who administers them, and what was done is noted. */
export default class extends BaseSchema {
  async up() {
    this.schema.alterTable('conversations', (table) => {
      table.dateTime('closed_at', { useTz: true, precision: 3 }).nullable()
      table.dateTime('deleted_at', { useTz: true, precision: 3 }).nullable()
      table.index(['created_at', 'id'])
    })
    this.schema.createTable('messaging_acts', (table) => {
      table.increments('id')
      table.string('action', 32).notNullable()
      table.integer('operator_id').unsigned().notNullable()
      table.integer('conversation_id').unsigned().nullable()
      table.string('title', 100).nullable()
      table.integer('user_id').unsigned().nullable()
      table.dateTime('created_at', { useTz: true, precision: 3 }).notNullable()
      table.index(['conversation_id'])
      table.index(['operator_id'])
    })
  }

  async down() {
    this.schema.dropTable('messaging_acts')
    this.schema.alterTable('conversations', (table) => {
      table.dropIndex(['created_at', 'id'])
      table.dropColumn('closed_at')
      table.dropColumn('deleted_at')
    })
  }
}
