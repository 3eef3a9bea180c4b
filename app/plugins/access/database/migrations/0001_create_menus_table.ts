import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.createTable('menus', (table) => {
      table.increments('id')
      table.integer('parent_id').unsigned().nullable().references('menus.id').onDelete('RESTRICT')
      table.string('type', 16).notNullable()
      table.string('name', 100).notNullable().unique()
      table.string('title', 100).notNullable()
      table.string('permission', 100).nullable()
      table.string('path', 255).nullable()
      table.string('component', 255).nullable()
      table.string('icon', 100).nullable()
      table.integer('sort').notNullable().defaultTo(0)
      table.boolean('visible').notNullable().defaultTo(true)
      table.boolean('keep_alive').notNullable().defaultTo(false)
      table.string('status', 16).notNullable().defaultTo('enabled')
      table.string('plugin', 64).nullable()
      table.text('seeded').nullable()
      table.text('search_text').nullable()
      table.dateTime('created_at', { useTz: true, precision: 3 }).notNullable()
      table.dateTime('updated_at', { useTz: true, precision: 3 }).notNullable()
      table.index(['parent_id', 'sort'])
    })
  }

  async down() {
    this.schema.dropTable('menus')
  }
}
