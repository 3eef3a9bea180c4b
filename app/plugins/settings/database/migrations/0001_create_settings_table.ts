import { BaseSchema } from '@adonisjs/lucid/schema'

/** Values that administrators chose; without a row the default counts. */
export default class extends BaseSchema {
  async up() {
    this.schema.createTable('settings', (table) => {
      table.increments('id')
      table.string('key', 100).notNullable().unique()
      table.text('value').notNullable()
      table.integer('updated_by').unsigned().nullable()
      table.dateTime('created_at', { useTz: true, precision: 3 }).notNullable()
      table.dateTime('updated_at', { useTz: true, precision: 3 }).notNullable()
    })
  }

  async down() {
    this.schema.dropTable('settings')
  }
}
