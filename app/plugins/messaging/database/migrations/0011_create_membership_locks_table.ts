import { BaseSchema } from '@adonisjs/lucid/schema'

/** Whoever brings somebody into a conversation locks their row, and counts in how many they are. */
export default class extends BaseSchema {
  async up() {
    this.schema.createTable('membership_locks', (table) => {
      table.integer('user_id').unsigned().notNullable().primary()
    })
  }

  async down() {
    this.schema.dropTable('membership_locks')
  }
}
