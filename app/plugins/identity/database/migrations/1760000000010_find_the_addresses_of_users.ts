import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.alterTable('sessions', (table) => {
      table.index(['user_id', 'ip'])
    })
  }

  async down() {
    this.schema.alterTable('sessions', (table) => {
      table.dropIndex(['user_id', 'ip'])
    })
  }
}
