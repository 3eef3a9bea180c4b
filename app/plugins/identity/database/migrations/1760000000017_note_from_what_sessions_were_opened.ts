import { BaseSchema } from '@adonisjs/lucid/schema'

/** By which a login is known from earlier ones; sessions from before have neither, and what they say of their client is read. */
export default class extends BaseSchema {
  async up() {
    this.schema.alterTable('sessions', (table) => {
      table.string('device', 32).nullable()
      table.string('network', 64).nullable()
      table.index(['user_id', 'device'])
      table.index(['user_id', 'network'])
    })
  }

  async down() {
    this.schema.alterTable('sessions', (table) => {
      table.dropIndex(['user_id', 'device'])
      table.dropIndex(['user_id', 'network'])
      table.dropColumn('device')
      table.dropColumn('network')
    })
  }
}
