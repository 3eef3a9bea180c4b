import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.createTable('role_menus', (table) => {
      table.integer('role_id').unsigned().notNullable().references('roles.id').onDelete('CASCADE')
      table.integer('menu_id').unsigned().notNullable().references('menus.id').onDelete('CASCADE')
      table.primary(['role_id', 'menu_id'])
      table.index(['menu_id'])
    })
  }

  async down() {
    this.schema.dropTable('role_menus')
  }
}
