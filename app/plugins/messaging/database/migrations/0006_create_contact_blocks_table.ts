import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.createTable('contact_blocks', (table) => {
      table.increments('id')
      table.integer('user_id').unsigned().notNullable()
      table.integer('blocked_id').unsigned().notNullable()
      table.dateTime('created_at', { useTz: true, precision: 3 }).notNullable()
      table.unique(['user_id', 'blocked_id'])
      table.index(['blocked_id', 'user_id'])
    })
  }

  async down() {
    this.schema.dropTable('contact_blocks')
  }
}
