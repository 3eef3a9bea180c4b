import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.createTable('documents', (table) => {
      table.increments('id')
      table.string('title', 200).notNullable()
      table.string('file_type', 8).notNullable()
      table.string('status', 16).notNullable()
      table
        .integer('latest_file_id')
        .unsigned()
        .notNullable()
        .references('stored_files.id')
        .onDelete('RESTRICT')
      table.integer('version_no').unsigned().notNullable()
      table.integer('last_version_no').unsigned().notNullable()
      table.integer('submission_no').unsigned().notNullable().defaultTo(0)
      table.string('session_key', 64).notNullable().unique()
      table.text('editing').notNullable()
      table.integer('owner_id').unsigned().nullable()
      table.integer('department_id').unsigned().nullable()
      table.text('search_text').nullable()
      table.dateTime('created_at', { useTz: true, precision: 3 }).notNullable()
      table.dateTime('updated_at', { useTz: true, precision: 3 }).notNullable()
      table.dateTime('deleted_at', { useTz: true, precision: 3 }).nullable().index()
      table.integer('deleted_by').unsigned().nullable()
      table.index(['owner_id', 'id'])
      table.index(['department_id', 'id'])
      table.index(['updated_at', 'id'])
    })
  }

  async down() {
    this.schema.dropTable('documents')
  }
}
