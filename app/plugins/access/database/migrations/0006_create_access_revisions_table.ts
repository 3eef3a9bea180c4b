import { BaseSchema } from '@adonisjs/lucid/schema'

/** One row: how often roles, menus or departments were changed; who changes them, or relies on them, locks it. */
export default class extends BaseSchema {
  async up() {
    this.schema.createTable('access_revisions', (table) => {
      table.integer('id').notNullable().primary()
      table.integer('revision').notNullable().defaultTo(0)
    })
    this.defer(async (db) => {
      await db.table('access_revisions').insert({ id: 1, revision: 0 })
    })
  }

  async down() {
    this.schema.dropTable('access_revisions')
  }
}
