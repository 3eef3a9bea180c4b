import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.createTable('generated_files', (table) => {
      table.increments('id')
      table
        .integer('module_id')
        .unsigned()
        .notNullable()
        .references('generated_modules.id')
        .onDelete('CASCADE')
      table.string('path', 255).notNullable()
      table.text('content', 'longtext').notNullable()
      table.index(['module_id', 'id'])
    })
  }

  async down() {
    this.schema.dropTable('generated_files')
  }
}
