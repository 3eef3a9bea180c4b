import { BaseSchema } from '@adonisjs/lucid/schema'

/** Before this was noted nothing under a password was taken. */
export default class extends BaseSchema {
  async up() {
    this.schema.alterTable('document_versions', (table) => {
      table.boolean('under_password').notNullable().defaultTo(false)
    })
  }

  async down() {
    this.schema.alterTable('document_versions', (table) => table.dropColumn('under_password'))
  }
}
