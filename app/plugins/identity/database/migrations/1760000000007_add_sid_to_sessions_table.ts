import { BaseSchema } from '@adonisjs/lucid/schema'

/** The name by which tokens call a session; sessions from before have none, and are called by their number. */
export default class extends BaseSchema {
  async up() {
    this.schema.alterTable('sessions', (table) => {
      table.string('sid', 32).nullable().unique()
    })
  }

  async down() {
    this.schema.alterTable('sessions', (table) => {
      table.dropUnique(['sid'])
      table.dropColumn('sid')
    })
  }
}
