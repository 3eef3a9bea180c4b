import { BaseSchema } from '@adonisjs/lucid/schema'

/** By it the last entry of each kind and person is told from those that may be removed. */
export default class extends BaseSchema {
  async up() {
    this.schema.alterTable('document_logs', (table) => {
      table.index(['document_id', 'action', 'operator_id'])
    })
  }

  async down() {
    this.schema.alterTable('document_logs', (table) => {
      table.dropIndex(['document_id', 'action', 'operator_id'])
    })
  }
}
