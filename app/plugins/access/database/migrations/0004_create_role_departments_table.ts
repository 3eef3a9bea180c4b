import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.createTable('role_departments', (table) => {
      table.integer('role_id').unsigned().notNullable().references('roles.id').onDelete('CASCADE')
      table
        .integer('department_id')
        .unsigned()
        .notNullable()
        .references('departments.id')
        .onDelete('CASCADE')
      table.primary(['role_id', 'department_id'])
      table.index(['department_id'])
    })
  }

  async down() {
    this.schema.dropTable('role_departments')
  }
}
