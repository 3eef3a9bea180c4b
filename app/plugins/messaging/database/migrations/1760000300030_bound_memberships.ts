import { BaseSchema } from '@adonisjs/lucid/schema'

/** Whoever brings somebody into a conversation locks their row, and counts in how many they are. */
export default class extends BaseSchema {
  async up() {
    this.schema.createTable('membership_locks', (table) => {
      table.integer('user_id').unsigned().notNullable().primary()
    })
    this.schema.alterTable('conversation_members', (table) => {
      table.index(['user_id', 'left_seq'])
      table.index(['user_id', 'created_at'])
    })
  }

  async down() {
    this.schema.alterTable('conversation_members', (table) => {
      table.dropIndex(['user_id', 'created_at'])
      table.dropIndex(['user_id', 'left_seq'])
    })
    this.schema.dropTable('membership_locks')
  }
}
