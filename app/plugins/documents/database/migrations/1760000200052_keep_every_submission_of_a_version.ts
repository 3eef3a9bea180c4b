import { BaseSchema } from '@adonisjs/lucid/schema'

/** The new index comes first: MariaDB lets go of no index that a foreign key stands on. */
export default class extends BaseSchema {
  async up() {
    this.schema.alterTable('document_form_data', (table) => {
      table.string('identity', 64).notNullable().defaultTo('')
    })
    this.schema.alterTable('document_form_data', (table) => {
      table.unique(['document_id', 'version_no', 'identity'])
    })
    this.schema.alterTable('document_form_data', (table) => {
      table.dropUnique(['document_id', 'version_no'])
    })
  }

  async down() {
    this.schema.alterTable('document_form_data', (table) => {
      table.unique(['document_id', 'version_no'])
    })
    this.schema.alterTable('document_form_data', (table) => {
      table.dropUnique(['document_id', 'version_no', 'identity'])
    })
    this.schema.alterTable('document_form_data', (table) => {
      table.dropColumn('identity')
    })
  }
}
