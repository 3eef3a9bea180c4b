import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.createTable('erasures', (table) => {
      table.increments('id')
      table.integer('user_id').unsigned().notNullable().unique()
      table.integer('requested_by').unsigned().nullable()
      table.text('known').nullable()
      table.text('counts').notNullable()
      table.dateTime('created_at', { useTz: true, precision: 3 }).notNullable()
      table.dateTime('erased_at', { useTz: true, precision: 3 }).nullable()
      table.dateTime('due_at', { useTz: true, precision: 3 }).nullable()
      table.index(['due_at'])
    })
  }

  async down() {
    this.schema.dropTable('erasures')
  }
}
