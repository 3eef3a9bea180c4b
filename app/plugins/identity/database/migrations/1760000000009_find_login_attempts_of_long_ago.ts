import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.alterTable('login_attempts', (table) => {
      table.index(['pending_since'])
    })
  }

  async down() {
    this.schema.alterTable('login_attempts', (table) => {
      table.dropIndex(['pending_since'])
    })
  }
}
