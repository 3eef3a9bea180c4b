import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.alterTable('document_losses', (table) => {
      table.dateTime('missing_at', { useTz: true, precision: 3 }).nullable()
      table.integer('missed').unsigned().notNullable().defaultTo(0)
    })
  }

  async down() {
    this.schema.alterTable('document_losses', (table) => {
      table.dropColumns('missing_at', 'missed')
    })
  }
}
