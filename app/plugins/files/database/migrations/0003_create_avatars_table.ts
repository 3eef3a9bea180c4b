import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.createTable('avatars', (table) => {
      table.increments('id')
      table.string('key', 64).notNullable().unique()
      table
        .integer('user_id')
        .unsigned()
        .notNullable()
        .references('users.id')
        .onDelete('CASCADE')
        .index()
      table
        .integer('file_id')
        .unsigned()
        .notNullable()
        .references('stored_files.id')
        .onDelete('CASCADE')
        .index()
      table.dateTime('created_at', { useTz: true, precision: 3 }).notNullable()
    })
  }

  async down() {
    this.schema.dropTable('avatars')
  }
}
