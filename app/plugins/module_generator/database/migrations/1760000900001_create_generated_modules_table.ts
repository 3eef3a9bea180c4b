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
    this.schema.createTable('module_histories', (table) => {
      table.increments('id')
      table.string('module_name', 40).nullable()
      table.string('action', 16).notNullable()
      table.integer('operator_id').unsigned().nullable()
      table.text('plan', 'longtext').nullable()
      table.text('prompt', 'longtext').nullable()
      table.text('answers', 'longtext').nullable()
      table.text('report', 'longtext').nullable()
      table.integer('prompt_tokens').nullable()
      table.integer('answer_tokens').nullable()
      table.integer('milliseconds').notNullable()
      table.dateTime('created_at', { useTz: true, precision: 3 }).notNullable()
      table.index(['module_name', 'id'])
    })
  }

  async down() {
    this.schema.dropTable('module_histories')
    this.schema.dropTable('generated_files')
    this.schema.dropTable('generated_modules')
  }
}
