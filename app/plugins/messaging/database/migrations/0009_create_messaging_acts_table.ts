import { BaseSchema } from '@adonisjs/lucid/schema'

/** What was done by those who administer conversations. */
export default class extends BaseSchema {
  async up() {
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
  }
}
