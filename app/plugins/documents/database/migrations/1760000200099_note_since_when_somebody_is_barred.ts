import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.alterTable('document_openings', (table) => {
      table.dateTime('barred_at', { useTz: true, precision: 3 }).nullable()
    })
  }

  async down() {
    this.schema.alterTable('document_openings', (table) => table.dropColumn('barred_at'))
  }
}
