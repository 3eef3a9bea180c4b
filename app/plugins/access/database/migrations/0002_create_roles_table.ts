import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.createTable('roles', (table) => {
      table.increments('id')
      table.string('code', 64).notNullable().unique()
      table.string('name', 100).notNullable()
      table.string('data_scope', 32).notNullable()
      table.boolean('built_in').notNullable().defaultTo(false)
      table.string('status', 16).notNullable().defaultTo('enabled')
      table.text('search_text').nullable()
      table.dateTime('created_at', { useTz: true, precision: 3 }).notNullable()
      table.dateTime('updated_at', { useTz: true, precision: 3 }).notNullable()
    })
  }

  async down() {
    this.schema.dropTable('roles')
  }
}
