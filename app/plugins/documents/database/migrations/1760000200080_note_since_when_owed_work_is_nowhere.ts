import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.alterTable('document_owed_works', (table) => {
      table.dateTime('lost_at', { useTz: true, precision: 3 }).nullable()
    })
  }

  async down() {
    this.schema.alterTable('document_owed_works', (table) => table.dropColumn('lost_at'))
  }
}
