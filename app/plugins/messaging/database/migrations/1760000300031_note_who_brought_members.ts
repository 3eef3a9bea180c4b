import { BaseSchema } from '@adonisjs/lucid/schema'

/** Who brought a member into a group; of before, and of direct conversations, nobody says. */
export default class extends BaseSchema {
  async up() {
    this.schema.alterTable('conversation_members', (table) => {
      table.integer('brought_by').unsigned().nullable()
    })
  }

  async down() {
    this.schema.alterTable('conversation_members', (table) => {
      table.dropColumn('brought_by')
    })
  }
}
