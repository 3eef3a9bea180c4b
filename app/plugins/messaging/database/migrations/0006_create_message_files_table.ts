import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.createTable('message_files', (table) => {
      table.increments('id')
      table.integer('conversation_id').unsigned().notNullable()
      table.integer('seq').notNullable()
      table.integer('file_id').unsigned().notNullable()
      table.index(['file_id'])
      table.index(['conversation_id', 'seq'])
    })
  }

  async down() {
    this.schema.dropTable('message_files')
  }
}
