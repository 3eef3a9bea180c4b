import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.createTable('user_roles', (table) => {
      table.integer('user_id').unsigned().notNullable().references('users.id').onDelete('CASCADE')
      table.integer('role_id').unsigned().notNullable().references('roles.id').onDelete('RESTRICT')
      table.primary(['user_id', 'role_id'])
      table.index(['role_id'])
    })
  }

  async down() {
    this.schema.dropTable('user_roles')
  }
}
