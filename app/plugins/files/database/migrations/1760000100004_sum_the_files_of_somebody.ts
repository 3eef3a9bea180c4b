import { BaseSchema } from '@adonisjs/lucid/schema'

/** By it alone the room that somebody’s files take is summed, without a look at their rows. */
export default class extends BaseSchema {
  async up() {
    this.schema.alterTable('stored_files', (table) => {
      table.index(['owner_id', 'size'])
    })
  }

  async down() {
    this.schema.alterTable('stored_files', (table) => {
      table.dropIndex(['owner_id', 'size'])
    })
  }
}
