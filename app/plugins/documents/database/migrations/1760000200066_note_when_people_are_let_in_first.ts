import { BaseSchema } from '@adonisjs/lucid/schema'

/** `null` where it was before this was noted: then they may have been there at any time. */
export default class extends BaseSchema {
  async up() {
    this.schema.alterTable('document_openings', (table) => {
      table.dateTime('first_opened_at', { useTz: true, precision: 3 }).nullable()
    })
  }

  async down() {
    this.schema.alterTable('document_openings', (table) => table.dropColumn('first_opened_at'))
  }
}
