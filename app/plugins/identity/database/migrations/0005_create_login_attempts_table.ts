import { BaseSchema } from '@adonisjs/lucid/schema'

/** MariaDB and MySQL take `é` for `e` in names unless told otherwise. */
export default class extends BaseSchema {
  async up() {
    this.schema.createTable('login_attempts', (table) => {
      const account = table.string('account', 64).notNullable().primary()
      if (this.db.dialect.name === 'mysql') account.collate('utf8mb4_bin')
      table.integer('failures').notNullable().defaultTo(0)
      table.integer('pending').notNullable().defaultTo(0)
      table.dateTime('pending_since', { useTz: true, precision: 3 }).nullable().index()
      table.dateTime('locked_until', { useTz: true, precision: 3 }).nullable()
    })
  }

  async down() {
    this.schema.dropTable('login_attempts')
  }
}
