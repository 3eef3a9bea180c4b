import { BaseSchema } from '@adonisjs/lucid/schema'

/** What moderators did. */
export default class extends BaseSchema {
  async up() {
    this.schema.createTable('moderation_acts', (table) => {
      table.increments('id')
      table.string('action', 32).notNullable()
      table.integer('operator_id').unsigned().notNullable()
      table.integer('conversation_id').unsigned().nullable()
      table.string('conversation_name', 100).nullable()
      table.integer('seq').nullable()
      table.integer('user_id').unsigned().nullable()
      table.dateTime('created_at', { useTz: true, precision: 3 }).notNullable()
      table.index(['conversation_id'])
      table.index(['operator_id'])
    })
  }

  async down() {
    this.schema.dropTable('moderation_acts')
  }
}
