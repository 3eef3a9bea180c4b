import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.alterTable('document_versions', (table) => {
      table.dateTime('changed_at', { useTz: true, precision: 3 }).nullable()
      table.dateTime('changed_by', { useTz: true, precision: 3 }).nullable()
    })
  }

  async down() {
    this.schema.alterTable('document_versions', (table) => {
      table.dropColumns('changed_at', 'changed_by')
    })
  }
}
