import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.createTable('erasures', (table) => {
      table.increments('id')
      table.integer('user_id').unsigned().notNullable().unique()
      table.integer('requested_by').unsigned().nullable()
      table.string('username', 64).nullable()
      table.dateTime('created_at', { useTz: true, precision: 3 }).notNullable()
      table.dateTime('erased_at', { useTz: true, precision: 3 }).nullable()
    })
  }

  async down() {
    this.schema.dropTable('erasures')
  }
}
