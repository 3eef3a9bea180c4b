import { BaseSchema } from '@adonisjs/lucid/schema'

/** The address as rate limits call it (`clientKey`), by which logins ask; sessions from before have none, and their ip is read. */
export default class extends BaseSchema {
  async up() {
    this.schema.alterTable('sessions', (table) => {
      table.string('address', 64).nullable()
      table.index(['user_id', 'address', 'ip'])
      table.dropIndex(['user_id', 'ip'])
    })
  }

  async down() {
    this.schema.alterTable('sessions', (table) => {
      table.index(['user_id', 'ip'])
      table.dropIndex(['user_id', 'address', 'ip'])
      table.dropColumn('address')
    })
  }
}
