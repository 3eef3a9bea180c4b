import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.createTable('login_attempts', (table) => {
      table.string('account', 64).notNullable().primary()
      table.integer('failures').notNullable().defaultTo(0)
      table.integer('pending').notNullable().defaultTo(0)
      table.dateTime('pending_since', { useTz: true, precision: 3 }).nullable()
      table.dateTime('locked_until', { useTz: true, precision: 3 }).nullable()
    })
  }

  async down() {
    this.schema.dropTable('login_attempts')
  }
}
