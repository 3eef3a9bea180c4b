import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.alterTable('document_openings', (table) => {
      table.dateTime('refused_at', { useTz: true, precision: 3 }).nullable()
    })
    this.schema.alterTable('document_versions', (table) => {
      table.boolean('unpermitted').notNullable().defaultTo(false)
    })
  }

  async down() {
    this.schema.alterTable('document_versions', (table) => {
      table.dropColumn('unpermitted')
    })
    this.schema.alterTable('document_openings', (table) => {
      table.dropColumn('refused_at')
    })
  }
}
