import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.alterTable('document_keys', (table) => {
      table.dateTime('last_served_at', { useTz: true, precision: 3 }).nullable()
    })
  }

  async down() {
    this.schema.alterTable('document_keys', (table) => table.dropColumn('last_served_at'))
  }
}
