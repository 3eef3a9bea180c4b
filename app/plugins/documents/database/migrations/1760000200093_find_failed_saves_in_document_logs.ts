import { BaseSchema } from '@adonisjs/lucid/schema'

/** By it the few of a kind are found among all entries. */
export default class extends BaseSchema {
  async up() {
    this.schema.alterTable('document_logs', (table) => {
      table.index(['action', 'created_at'])
    })
  }

  async down() {
    this.schema.alterTable('document_logs', (table) => {
      table.dropIndex(['action', 'created_at'])
    })
  }
}
