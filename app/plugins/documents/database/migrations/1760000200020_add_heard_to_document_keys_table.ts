import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.alterTable('document_keys', (table) => {
      table.string('heard_of', 128).nullable()
      table.integer('heard_status').nullable()
      table.text('heard_users').nullable()
    })
  }

  async down() {
    this.schema.alterTable('document_keys', (table) => {
      table.dropColumns('heard_of', 'heard_status', 'heard_users')
    })
  }
}
