import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.createTable('generated_modules', (table) => {
      table.increments('id')
      table.string('name', 40).notNullable().unique()
      table.string('title', 60).notNullable()
      table.string('path', 100).notNullable()
      table.string('status', 16).notNullable()
      table.text('plan', 'longtext').notNullable()
      table.text('migrations').notNullable()
      table.dateTime('created_at', { useTz: true, precision: 3 }).notNullable()
      table.dateTime('updated_at', { useTz: true, precision: 3 }).notNullable()
    })
  }

  async down() {
    this.schema.dropTable('generated_modules')
  }
}
