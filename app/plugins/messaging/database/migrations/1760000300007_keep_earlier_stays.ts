import { BaseSchema } from '@adonisjs/lucid/schema'

/** Parts of a conversation that a member saw before they left and came back, as JSON: `[[after, upTo], …]`. */
export default class extends BaseSchema {
  async up() {
    this.schema.alterTable('conversation_members', (table) => {
      table.text('stays', 'mediumtext').nullable()
    })
  }

  async down() {
    this.schema.alterTable('conversation_members', (table) => table.dropColumn('stays'))
  }
}
