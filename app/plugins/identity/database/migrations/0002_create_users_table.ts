import { BaseSchema } from '@adonisjs/lucid/schema'

/** MariaDB and MySQL take `é` for `e` unless told otherwise. */
export default class extends BaseSchema {
  async up() {
    this.schema.createTable('users', (table) => {
      table.increments('id')
      const username = table.string('username', 64).notNullable().unique()
      if (this.db.dialect.name === 'mysql') username.collate('utf8mb4_bin')
      table.string('nickname', 100).notNullable()
      table.string('password', 255).notNullable()
      table.string('avatar', 500).nullable()
      table.string('email', 254).nullable()
      table.specificType('email_key', this.#emailKey()).unique()
      table.string('phone', 32).nullable()
      table
        .integer('department_id')
        .unsigned()
        .nullable()
        .references('departments.id')
        .onDelete('RESTRICT')
      table.string('status', 16).notNullable().defaultTo('enabled')
      table.text('search_text').nullable()
      table.dateTime('created_at', { useTz: true, precision: 3 }).notNullable()
      table.dateTime('updated_at', { useTz: true, precision: 3 }).notNullable()
      table.dateTime('erased_at', { useTz: true, precision: 3 }).nullable()
      table.index(['department_id', 'id'])
      table.index(['created_at', 'id'])
    })
  }

  /** Two enabled accounts have no e-mail address in common, in capitals or not; disabled ones have none here. */
  #emailKey(): string {
    const collation =
      this.db.dialect.name === 'mysql' ? 'character set utf8mb4 collate utf8mb4_bin' : ''
    const key = "case when status = 'enabled' then lower(email) end"
    return `varchar(254) ${collation} generated always as (${key}) stored`
  }

  async down() {
    this.schema.dropTable('users')
  }
}
