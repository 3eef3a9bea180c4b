import { BaseSchema } from '@adonisjs/lucid/schema'

/** By it the few keys of a rare state are found among all. */
export default class extends BaseSchema {
  async up() {
    this.schema.alterTable('document_keys', (table) => {
      table.index(['state', 'id'])
    })
  }

  async down() {
    this.schema.alterTable('document_keys', (table) => {
      table.dropIndex(['state', 'id'])
    })
  }
}
