import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.createTable('dictionaries', (table) => {
      table.increments('id')
      table.string('code', 64).notNullable().unique()
      table.string('name', 100).notNullable()
      table.string('status', 16).notNullable().defaultTo('enabled')
      table.text('items', 'mediumtext').notNullable()
      table.integer('item_count').unsigned().notNullable().defaultTo(0)
      table.text('search_text').nullable()
      table.dateTime('created_at', { useTz: true, precision: 3 }).notNullable()
      table.dateTime('updated_at', { useTz: true, precision: 3 }).notNullable()
    })
  }

  async down() {
    this.schema.dropTable('dictionaries')
  }
}
