import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.createTable('users', (table) => {
      table.increments('id')
      table.string('username', 64).notNullable().unique()
      table.string('nickname', 100).notNullable()
      table.string('password', 255).notNullable()
      table.string('avatar', 500).nullable()
      table.string('email', 254).nullable()
      table.string('phone', 32).nullable()
      table
        .integer('department_id')
        .unsigned()
        .nullable()
        .references('departments.id')
        .onDelete('RESTRICT')
      table.string('status', 16).notNullable().defaultTo('enabled')
      table.dateTime('created_at', { useTz: true, precision: 3 }).notNullable()
      table.dateTime('updated_at', { useTz: true, precision: 3 }).notNullable()
      table.index(['department_id', 'id'])
      table.index(['created_at', 'id'])
    })
  }

  async down() {
    this.schema.dropTable('users')
  }
}
