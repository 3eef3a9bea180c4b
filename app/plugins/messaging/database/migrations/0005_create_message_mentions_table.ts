import { BaseSchema } from '@adonisjs/lucid/schema'

/** Who is mentioned where. */
export default class extends BaseSchema {
  async up() {
    this.schema.createTable('message_mentions', (table) => {
      table.increments('id')
      table.integer('entry_id').unsigned().notNullable()
      table.integer('conversation_id').unsigned().notNullable()
      table.integer('seq').notNullable()
      table.integer('user_id').unsigned().notNullable()
      table.unique(['user_id', 'conversation_id', 'seq'])
      table.index(['user_id', 'entry_id'])
      table.index(['conversation_id', 'seq'])
    })
  }

  async down() {
    this.schema.dropTable('message_mentions')
  }
}
