import { BaseSchema } from '@adonisjs/lucid/schema'

/** One row: where the document server calls the service whose editing sessions these are. */
export default class extends BaseSchema {
  async up() {
    this.schema.createTable('editor_homes', (table) => {
      table.increments('id')
      table.string('address', 1024).nullable()
    })
    this.defer(async (db) => {
      await db.table('editor_homes').insert({ address: null })
    })
  }

  async down() {
    this.schema.dropTable('editor_homes')
  }
}
