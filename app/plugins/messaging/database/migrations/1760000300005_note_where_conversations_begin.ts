import { BaseSchema } from '@adonisjs/lucid/schema'

/** Messages up to there were kept for long enough and are removed. */
export default class extends BaseSchema {
  async up() {
    this.schema.alterTable('conversations', (table) => {
      table.integer('removed_seq').notNullable().defaultTo(0)
    })
  }

  async down() {
    this.schema.alterTable('conversations', (table) => table.dropColumn('removed_seq'))
  }
}
