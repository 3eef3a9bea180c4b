import { BaseSchema } from '@adonisjs/lucid/schema'

const INDEXED = ['document_id', 'action', 'operator_id', 'created_at', 'key_id']
const INDEX = 'document_logs_of_keys_index'

/**
 * Of which session an entry is. By the index those of a person are counted without being read. The first release named no
 * keys: its entries stay as they are.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.alterTable('document_logs', (table) => {
      table.integer('key_id').unsigned().nullable()
      table.index(INDEXED, INDEX)
    })
  }

  async down() {
    this.schema.alterTable('document_logs', (table) => {
      table.dropIndex(INDEXED, INDEX)
      table.dropColumn('key_id')
    })
  }
}
