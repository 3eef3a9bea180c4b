import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  /** A change is told once, however often its end is begun anew. */
  async up() {
    this.schema.alterTable('module_histories', (table) => {
      table.string('change_id', 36).nullable().unique()
    })
  }

  async down() {
    this.schema.alterTable('module_histories', (table) => {
      table.dropUnique(['change_id'])
      table.dropColumn('change_id')
    })
  }
}
