import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.createTable('visits', (table) => {
      table.increments('id')
      table.string('visitor', 100).notNullable()
      table.string('host', 100).notNullable()
      table.dateTime('arrives_at', { useTz: true, precision: 3 }).notNullable()
      table.integer('owner_id').unsigned().nullable()
      table.integer('department_id').unsigned().nullable()
      table.dateTime('created_at', { useTz: true, precision: 3 }).notNullable()
      table.index(['owner_id', 'id'])
      table.index(['department_id', 'id'])
    })
  }

  async down() {
    this.schema.dropTable('visits')
  }
}
