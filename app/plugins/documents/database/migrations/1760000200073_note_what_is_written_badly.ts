import { BaseSchema } from '@adonisjs/lucid/schema'

/** Of keys that were there before, nothing is known: what lies of them in the store of lost saves is taken for whole. */
export default class extends BaseSchema {
  async up() {
    this.schema.alterTable('document_keys', (table) => {
      table.string('failed_save', 16).nullable()
    })
    this.schema.alterTable('document_versions', (table) => {
      table.boolean('badly_written').notNullable().defaultTo(false)
    })
  }

  async down() {
    this.schema.alterTable('document_versions', (table) => table.dropColumn('badly_written'))
    this.schema.alterTable('document_keys', (table) => table.dropColumn('failed_save'))
  }
}
