import { BaseSchema } from '@adonisjs/lucid/schema'

/** A search goes back through the messages of some conversations, the newest of all first. */
export default class extends BaseSchema {
  async up() {
    this.schema.alterTable('messages', (table) => table.index(['conversation_id', 'id']))
  }

  async down() {
    this.schema.alterTable('messages', (table) => table.dropIndex(['conversation_id', 'id']))
  }
}
