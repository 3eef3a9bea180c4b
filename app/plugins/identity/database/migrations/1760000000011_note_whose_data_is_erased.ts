import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.alterTable('users', (table) => {
      table.dateTime('erased_at', { useTz: true, precision: 3 }).nullable()
    })
    this.schema.alterTable('security_events', (table) => {
      table.index(['account'])
    })
  }

  async down() {
    this.schema.alterTable('security_events', (table) => {
      table.dropIndex(['account'])
    })
    this.schema.alterTable('users', (table) => {
      table.dropColumn('erased_at')
    })
  }
}
